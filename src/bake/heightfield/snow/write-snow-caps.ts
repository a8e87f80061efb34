import { GlbPatch, indexTarget, vertexTarget } from '../../../files/glb-patch.ts';
import { creaseMesh } from '../../../motion/crease-mesh.ts';
import { type Bake, findOutput, type OutputReference } from '../../output-definition.ts';
import type { FileSink } from '../../output-sink.ts';
import { placeOutput } from '../../place-output.ts';
import { appearanceOf } from '../mesh/ground-appearance.ts';
import { findSnowCaps, type SnowCap } from './snow-caps.ts';

/** Writes the snow on bodies at the end. Returns the name of the file, null if there is none. */
export async function runSnowCaps(
  bake: Bake,
  reference: OutputReference,
  sink: FileSink,
): Promise<string | null> {
  const { plan } = bake;
  const { output } = findOutput(bake, 'heightfield', reference);
  await sink.next(`snow of ${output.name}`);
  const caps = findSnowCaps(plan.actors, output.readSnow!(), plan.times.seconds(plan.lastFrame));
  if (caps.length === 0) return null;
  const file = placeOutput(plan, 'snowCaps', `${output.name}-snow.glb`);
  const { baseColorFactor, roughnessFactor } = appearanceOf(output.material, output.look);
  await sink.write(file, 'snowCaps', buildSnowFile(caps, [...baseColorFactor], roughnessFactor));
  return file;
}

/** Creates a GLB with one mesh for the snow on each actor, in the world. color: linear RGBA. */
export function buildSnowFile(
  caps: readonly SnowCap[],
  color: readonly number[],
  roughness: number,
): Uint8Array<ArrayBuffer> {
  const glb = GlbPatch.create();
  const material = glb.add('materials', {
    name: 'snow',
    pbrMetallicRoughness: { baseColorFactor: [...color], metallicFactor: 0, roughnessFactor: roughness },
  });
  const nodes = caps.map(({ actor, mesh }) => {
    const name = `${actor} snow`;
    const { positions, indices, normals } = creaseMesh(mesh);
    const primitive = {
      attributes: {
        POSITION: glb.addAccessor(Float32Array.from(positions), 'VEC3', vertexTarget),
        NORMAL: glb.addAccessor(normals, 'VEC3', vertexTarget),
      },
      indices: glb.addAccessor(indices, 'SCALAR', indexTarget),
      material,
    };
    return glb.add('nodes', { name, mesh: glb.add('meshes', { name, primitives: [primitive] }) });
  });
  glb.json.scene = glb.add('scenes', { nodes });
  return glb.toGlb();
}
