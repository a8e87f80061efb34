// Reads the texture of a moving ground (NAME-vat.png of a bake with the output groundVat), in the vertex shader. The same arithmetic as in
// integrations/web/ground-vat.js. Define AFTERMOTION_BOTTOM_UP if row 0 of a loaded texture is the lowest row (Unity).
//
// Layout: frames, slots per row, first row of slots, size of a slot. Size: width and height of the texture.
// Scale: height of the number 0, metres per unit, twice the distance of columns, frame.

float AftermotionNumber(Texture2D<float4> Map, int2 Size, int Pixel)
{
    int X = Pixel % Size.x;
    int Y = Pixel / Size.x;
#ifdef AFTERMOTION_BOTTOM_UP
    Y = Size.y - 1 - Y;
#endif
    float3 Bytes = floor(255.0 * Map.Load(int3(X, Y, 0)).rgb + 0.5);
    return dot(Bytes, float3(65536.0, 256.0, 1.0));
}

float AftermotionHeight(Texture2D<float4> Map, int2 Size, float4 Layout, float4 Scale, int Slot, int Index)
{
    int PerRow = int(Layout.y + 0.5);
    int Side = int(Layout.w + 0.5);
    int X = (Slot % PerRow) * Side + Index % Side;
    int Y = int(Layout.z + 0.5) + (Slot / PerRow) * Side + Index / Side;
    return Scale.x + Scale.y * AftermotionNumber(Map, Size, Y * Size.x + X);
}

float AftermotionBlend(Texture2D<float4> Map, int2 Size, float4 Layout, float4 Scale, int2 Slots, float Part, int Index)
{
    float Before = AftermotionHeight(Map, Size, Layout, Scale, Slots.x, Index);
    float After = AftermotionHeight(Map, Size, Layout, Scale, Slots.y, Index);
    return lerp(Before, After, Part);
}

// Returns the normal (x, y, z in the axes of glTF) and the height in metres (w) of a vertex. Address: TEXCOORD_1 of the mesh.
float4 AftermotionGround(Texture2D<float4> Map, int2 Size, float4 Layout, float4 Scale, float2 Address)
{
    int Tile = int(Address.x + 0.5);
    // The same number if the importer has replaced v by 1 - v.
    int Index = int(abs(Address.y - 0.5) + 0.5 + 0.5) - 1;
    int Frames = int(Layout.x + 0.5);
    int Side = int(Layout.w + 0.5);
    int First = int(Scale.w);
    int Next = min(First + 1, Frames - 1);
    float Part = Scale.w - float(First);
    int2 Slots = int2(
        int(AftermotionNumber(Map, Size, Tile * Frames + First)),
        int(AftermotionNumber(Map, Size, Tile * Frames + Next)));
    float3 Normal = float3(
        AftermotionBlend(Map, Size, Layout, Scale, Slots, Part, Index - 1) -
            AftermotionBlend(Map, Size, Layout, Scale, Slots, Part, Index + 1),
        Scale.z,
        AftermotionBlend(Map, Size, Layout, Scale, Slots, Part, Index - Side) -
            AftermotionBlend(Map, Size, Layout, Scale, Slots, Part, Index + Side));
    return float4(normalize(Normal), AftermotionBlend(Map, Size, Layout, Scale, Slots, Part, Index));
}
