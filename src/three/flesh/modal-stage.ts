import {
  attribute,
  dot,
  Fn,
  instanceIndex,
  int,
  ivec2,
  Loop,
  mat3,
  mat4,
  max,
  normalGeometry,
  normalLocal,
  positionLocal,
  positionPrevious,
  tangentLocal,
  textureLoad,
  vec3,
  vec4,
  vertexIndex,
} from 'three/tsl';
import type { Node, NodeBuilder, Texture } from 'three/webgpu';
import type { FleshTextures } from './flesh-shading.ts';

/** Returns the modal stage in nodes: position += Σ q φ and normal += Σ q N, see `flesh-glsl.ts`. For a crowd, it includes skinning. */
export function createModalStage({ rows, shapes, amplitudes, joints }: FleshTextures) {
  const texelAt = (index: Node<'int'>) => ivec2(index.bitAnd(2047), index.shiftRight(11));
  const amplitudeRow = joints ? int(instanceIndex) : int(0);
  const stage = Fn((builder: NodeBuilder) => {
    const hasNormal = builder.geometry.hasAttribute('normal');
    const hasTangent = hasNormal && builder.geometry.hasAttribute('tangent');
    const row = textureLoad(rows, texelAt(int(vertexIndex))).toVar();
    const first = int(row.x).toVar();
    const displacement = vec3(0).toVar();
    const turn = vec3(0).toVar();
    const counts = int(row.y).toVar();
    const pairs = counts.bitAnd(65535).toVar();
    const others = counts.shiftRight(16).toVar();
    Loop({ start: int(0), end: pairs, type: 'int', condition: '<' }, ({ i }) => {
      const texel = first.add(i.mul(2)).toVar();
      const shape = textureLoad(shapes, texelAt(texel)).toVar();
      const amplitude = textureLoad(amplitudes, ivec2(int(shape.w), amplitudeRow)).r.toVar();
      displacement.addAssign(shape.xyz.mul(amplitude));
      if (hasNormal) turn.addAssign(textureLoad(shapes, texelAt(texel.add(1))).xyz.mul(amplitude));
    });
    // Shapes that do not change the normal.
    Loop({ start: int(0), end: others, type: 'int', condition: '<' }, ({ i }) => {
      const shape = textureLoad(shapes, texelAt(first.add(pairs.mul(2)).add(i))).toVar();
      const amplitude = textureLoad(amplitudes, ivec2(int(shape.w), amplitudeRow)).r;
      displacement.addAssign(shape.xyz.mul(amplitude));
    });
    positionLocal.addAssign(displacement);
    // The previous frame is assumed to have had the same displacement.
    if (needsPrevious(builder)) positionPrevious.addAssign(displacement);
    if (hasTangent) {
      const after = normalGeometry.add(turn).toVar();
      const along = dot(turn, tangentLocal).div(max(dot(after, after), 1e-12));
      tangentLocal.subAssign(after.mul(along));
    }
    if (hasNormal) normalLocal.addAssign(turn);
    if (!joints) return;
    const skin = skinOf(joints, amplitudes).toVar();
    positionLocal.assign(skin.mul(vec4(positionLocal, 1)).xyz);
    if (hasNormal) normalLocal.assign(mat3(skin).mul(normalLocal));
    if (hasTangent) tangentLocal.assign(mat3(skin).mul(tangentLocal));
  }, 'void');
  return () => {
    stage();
  };
}

function needsPrevious(builder: NodeBuilder): boolean {
  return (builder as NodeBuilder & { needsPreviousData?(): boolean }).needsPreviousData?.() ?? false;
}

function skinOf(joints: Texture, amplitudes: Texture) {
  const pose = int(textureLoad(amplitudes, ivec2(int(0), int(instanceIndex))).r).toVar();
  const index = attribute<'uvec4'>('skinIndex', 'uvec4');
  const weight = attribute<'vec4'>('skinWeight', 'vec4');
  const rowOf = (joint: Node<'uint'>, row: number) =>
    textureLoad(joints, ivec2(int(joint).mul(3).add(row), pose));
  const blend = (row: number) =>
    rowOf(index.x, row)
      .mul(weight.x)
      .add(rowOf(index.y, row).mul(weight.y))
      .add(rowOf(index.z, row).mul(weight.z))
      .add(rowOf(index.w, row).mul(weight.w));
  return mat4(blend(0), blend(1), blend(2), vec4(0, 0, 0, 1)).transpose();
}
