import {
  Bone,
  CylinderGeometry,
  Float32BufferAttribute,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';

/** Creates a tube along y from 0 to 1 on two bones. The second bone is at its middle. */
export function createTube(): { mesh: SkinnedMesh; bones: Bone[] } {
  const geometry = new CylinderGeometry(0.1, 0.1, 1, 12, 10, true).translate(0, 0.5, 0);
  const { count } = geometry.attributes.position;
  const weights: number[] = [];
  for (let v = 0; v < count; v++) {
    const fraction = Math.min(1, Math.max(0, 2 * geometry.attributes.position.getY(v) - 0.5));
    weights.push(1 - fraction, fraction, 0, 0);
  }
  const joints = Array.from({ length: 4 * count }, (_, k) => (k % 4 === 1 ? 1 : 0));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const bones = [new Bone(), new Bone()];
  bones[1].position.y = 0.5;
  bones[0].add(bones[1]);
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  return { mesh, bones };
}
