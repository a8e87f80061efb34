import draco3d from 'draco3d';

type Values = Float32Array | Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array;

/** One attribute of a mesh. Without `bits`, its values are stored exactly. */
export interface AttributeSource {
  readonly values: Values;
  readonly width: number;
  readonly bits?: number;
}

/** Returns a Draco stream of a mesh, and the ids of its attributes, as KHR_draco_mesh_compression lists them. */
export async function encodeDraco(
  sources: Readonly<Record<string, AttributeSource>>,
  indices: ArrayLike<number>,
  method: 'edgebreaker' | 'sequential' = 'edgebreaker',
): Promise<{ bytes: Uint8Array; attributes: Record<string, number> }> {
  const draco = await draco3d.createEncoderModule();
  const builder = new draco.MeshBuilder();
  const mesh = new draco.Mesh();
  const encoder = new draco.Encoder();
  const attributes: Record<string, number> = {};
  for (const [name, { values, width, bits }] of Object.entries(sources)) {
    const kind =
      { POSITION: draco.POSITION, NORMAL: draco.NORMAL, TEXCOORD_0: draco.TEX_COORD, COLOR_0: draco.COLOR }[
        name
      ] ?? draco.GENERIC;
    const kindName = values.constructor.name.replace('Uint', 'UInt').replace(/(32)?Array$/, '$1');
    const add = `Add${kindName === 'Float32' ? 'Float' : kindName}Attribute` as 'AddFloatAttribute';
    attributes[name] = builder[add](mesh, kind, values.length / width, width, values as Float32Array);
    if (bits) encoder.SetAttributeQuantization(kind, bits);
  }
  builder.AddFacesToMesh(mesh, indices.length / 3, Uint32Array.from(indices));
  encoder.SetEncodingMethod(
    method === 'edgebreaker' ? draco.MESH_EDGEBREAKER_ENCODING : draco.MESH_SEQUENTIAL_ENCODING,
  );
  const out = new draco.DracoInt8Array();
  const length = encoder.EncodeMeshToDracoBuffer(mesh, out);
  const bytes = Uint8Array.from({ length }, (_, k) => out.GetValue(k));
  for (const object of [out, encoder, mesh, builder]) draco.destroy(object);
  if (length === 0) throw new Error('the mesh was not encoded');
  return { bytes, attributes };
}
