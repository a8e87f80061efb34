// Universal Render Pipeline: moves the vertices of a ground as NAME-vat.png states (output groundVat of Aftermotion).
Shader "Aftermotion/Ground"
{
    Properties
    {
        [MainColor] _BaseColor ("Color", Color) = (0.6, 0.5, 0.35, 1)
        _Smoothness ("Smoothness", Range(0, 1)) = 0
        [NoScaleOffset] _GroundMap ("Heights", 2D) = "black" {}
        _GroundLayout ("Frames, slots per row, first row, slot size", Vector) = (1, 1, 0, 35)
        _GroundScale ("Height of 0, unit, twice the cell", Vector) = (0, 0, 1, 0)
        _GroundFrame ("Frame", Float) = 0
    }
    SubShader
    {
        Tags { "RenderType" = "Opaque" "RenderPipeline" = "UniversalPipeline" "Queue" = "Geometry" }

        HLSLINCLUDE
        #include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Core.hlsl"
        #define AFTERMOTION_BOTTOM_UP
        #include "AftermotionGround.hlsl"

        Texture2D<float4> _GroundMap;

        CBUFFER_START(UnityPerMaterial)
            half4 _BaseColor;
            float4 _GroundMap_TexelSize;
            float4 _GroundLayout;
            float4 _GroundScale;
            float _GroundFrame;
            half _Smoothness;
        CBUFFER_END

        struct Attributes
        {
            float4 positionOS : POSITION;
            float2 address : TEXCOORD1;
        };

        // Position and normal in object space. Importers of glTF mirror x.
        void MoveGround(Attributes input, out float3 positionOS, out float3 normalOS)
        {
            float4 scale = float4(_GroundScale.xyz, _GroundFrame);
            int2 size = int2(_GroundMap_TexelSize.zw + 0.5);
            float4 ground = AftermotionGround(_GroundMap, size, _GroundLayout, scale, input.address);
            positionOS = float3(input.positionOS.x, ground.w, input.positionOS.z);
            normalOS = float3(-ground.x, ground.y, ground.z);
        }
        ENDHLSL

        Pass
        {
            Name "ForwardLit"
            Tags { "LightMode" = "UniversalForward" }

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex Vertex
            #pragma fragment Fragment
            #pragma multi_compile _ _MAIN_LIGHT_SHADOWS _MAIN_LIGHT_SHADOWS_CASCADE
            #pragma multi_compile _ _ADDITIONAL_LIGHTS
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile_fog
            #include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Lighting.hlsl"

            struct Varyings
            {
                float4 positionCS : SV_POSITION;
                float3 positionWS : TEXCOORD0;
                half3 normalWS : TEXCOORD1;
                half fogFactor : TEXCOORD2;
            };

            Varyings Vertex(Attributes input)
            {
                float3 positionOS, normalOS;
                MoveGround(input, positionOS, normalOS);
                Varyings output;
                output.positionWS = TransformObjectToWorld(positionOS);
                output.positionCS = TransformWorldToHClip(output.positionWS);
                output.normalWS = TransformObjectToWorldNormal(normalOS);
                output.fogFactor = ComputeFogFactor(output.positionCS.z);
                return output;
            }

            half4 Fragment(Varyings input) : SV_Target
            {
                InputData data = (InputData)0;
                data.positionWS = input.positionWS;
                data.normalWS = normalize(input.normalWS);
                data.viewDirectionWS = GetWorldSpaceNormalizeViewDir(input.positionWS);
                data.shadowCoord = TransformWorldToShadowCoord(input.positionWS);
                data.fogCoord = input.fogFactor;
                data.bakedGI = SampleSH(data.normalWS);
                data.normalizedScreenSpaceUV = GetNormalizedScreenSpaceUV(input.positionCS);
                data.shadowMask = half4(1, 1, 1, 1);
                SurfaceData surface = (SurfaceData)0;
                surface.albedo = _BaseColor.rgb;
                surface.smoothness = _Smoothness;
                surface.occlusion = 1;
                surface.alpha = 1;
                half4 color = UniversalFragmentPBR(data, surface);
                color.rgb = MixFog(color.rgb, data.fogCoord);
                return color;
            }
            ENDHLSL
        }

        Pass
        {
            Name "ShadowCaster"
            Tags { "LightMode" = "ShadowCaster" }
            ColorMask 0

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex Vertex
            #pragma fragment Fragment
            #include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Shadows.hlsl"

            float3 _LightDirection;

            float4 Vertex(Attributes input) : SV_POSITION
            {
                float3 positionOS, normalOS;
                MoveGround(input, positionOS, normalOS);
                float3 positionWS = TransformObjectToWorld(positionOS);
                float4 positionCS = TransformWorldToHClip(
                    ApplyShadowBias(positionWS, TransformObjectToWorldNormal(normalOS), _LightDirection));
            #if UNITY_REVERSED_Z
                positionCS.z = min(positionCS.z, UNITY_NEAR_CLIP_VALUE);
            #else
                positionCS.z = max(positionCS.z, UNITY_NEAR_CLIP_VALUE);
            #endif
                return positionCS;
            }

            half4 Fragment() : SV_Target { return 0; }
            ENDHLSL
        }

        Pass
        {
            Name "DepthOnly"
            Tags { "LightMode" = "DepthOnly" }
            ColorMask R

            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex Vertex
            #pragma fragment Fragment

            float4 Vertex(Attributes input) : SV_POSITION
            {
                float3 positionOS, normalOS;
                MoveGround(input, positionOS, normalOS);
                return TransformObjectToHClip(positionOS);
            }

            half4 Fragment() : SV_Target { return 0; }
            ENDHLSL
        }
    }
    FallBack "Hidden/Universal Render Pipeline/FallbackError"
}
