import {
  Bone,
  BufferAttribute,
  type BufferGeometry,
  Float32BufferAttribute,
  Group,
  type Material,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
} from 'three';
import { listNormalModes, type MorphSurface } from '../../../systems/outputs/morph.ts';
import type { FleshSource } from '../flesh-source.ts';

/** A displacement field u(p), and its derivative ∂u_i / ∂p_j [9], row by row. */
interface Field {
  at(p: readonly number[]): number[];
  derivative(p: readonly number[]): number[];
}

/** Polynomials on a sphere: bending, twisting, bulging, and a sideways displacement that is zero at the bottom. */
export const fields: readonly Field[] = [
  {
    at: ([, y]) => [0.3 * y * y, 0, 0],
    derivative: ([, y]) => [0, 0.6 * y, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    at: ([x, y, z]) => [0.5 * y * z, 0, -0.5 * y * x],
    derivative: ([x, y, z]) => [0, 0.5 * z, 0.5 * y, 0, 0, 0, -0.5 * y, -0.5 * x, 0],
  },
  {
    at: ([x, y, z]) => [0.4 * x, 0.2 * x * y, 0.4 * z],
    derivative: ([x, y]) => [0.4, 0, 0, 0.2 * y, 0.2 * x, 0, 0, 0, 0.4],
  },
  {
    at: ([, y]) => [0, 0, 0.25 * (y + 1)],
    derivative: () => [0, 0, 0, 0, 0, 0, 0, 0.25, 0],
  },
];

/** Returns fields as shapes on those vertices of a geometry that `isMoved` selects. Normals change by −(∂u/∂p)ᵀ n, to first order. */
export function shapesOf(
  geometry: BufferGeometry,
  used: readonly Field[],
  isMoved: (p: readonly number[]) => boolean,
  surface = 0,
): MorphSurface {
  const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  const read = (attribute: typeof position, vertex: number) =>
    [0, 1, 2].map((axis) => attribute.getComponent(vertex, axis));
  const vertices = [...Array(position.count).keys()].filter((vertex) => isMoved(read(position, vertex)));
  const shapes: number[] = [];
  const normals: number[] = [];
  for (const field of used) {
    for (const vertex of vertices) {
      const p = read(position, vertex);
      const n = read(normal, vertex);
      const d = field.derivative(p);
      shapes.push(...field.at(p));
      for (let axis = 0; axis < 3; axis++) {
        normals.push(-(d[axis] * n[0] + d[3 + axis] * n[1] + d[6 + axis] * n[2]));
      }
    }
  }
  return {
    surface,
    vertices: Uint32Array.from(vertices),
    shapes: Float32Array.from(shapes),
    normals: Float32Array.from(normals),
  };
}

/**
 * Creates two soft parts that share a band of vertices: one has the first three fields above −0.2, the other the fourth field below 0.2. The
 * second field does not change the normals.
 */
export function softParts(geometry: BufferGeometry, surface = 0): FleshSource[] {
  const upper = keepNormals(
    shapesOf(geometry, fields.slice(0, 3), ([, y]) => y > -0.2, surface),
    [0, 2],
  );
  const lower = shapesOf(geometry, fields.slice(3), ([, y]) => y < 0.2, surface);
  return [
    { name: 'upper', modeCount: 3, surfaces: [upper] },
    { name: 'lower', modeCount: 1, surfaces: [lower] },
  ];
}

/** Returns a surface whose normals only change with some of its modes. */
function keepNormals(surface: MorphSurface, normalModes: readonly number[]): MorphSurface {
  const stride = 3 * surface.vertices.length;
  const normals = new Float32Array(stride * normalModes.length);
  normalModes.forEach((mode, k) => {
    normals.set(surface.normals.subarray(mode * stride, (mode + 1) * stride), k * stride);
  });
  return { ...surface, normals, normalModes };
}

export const amplitudes: readonly (readonly number[])[] = [[0.5, -0.7, 0.4], [0.6]];

/** Creates a sphere that is bound to two bones and has its own morph target. */
export function ballGeometry(segments: number): BufferGeometry {
  const geometry: BufferGeometry = new SphereGeometry(1, segments, segments / 2);
  const position = geometry.getAttribute('position');
  const { count } = position;
  const joints = new Uint16Array(4 * count);
  const weights = new Float32Array(4 * count);
  const target = new Float32Array(3 * count);
  const targetNormal = new Float32Array(3 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const y = position.getY(vertex);
    const upper = Math.min(1, Math.max(0, 0.5 + y));
    joints[4 * vertex + 1] = 1;
    weights.set([1 - upper, upper], 4 * vertex);
    target[3 * vertex] = 0.3 * position.getX(vertex) * y;
    targetNormal[3 * vertex + 1] = -0.3 * position.getX(vertex) ** 2;
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = [new BufferAttribute(target, 3)];
  geometry.morphAttributes.normal = [new BufferAttribute(targetNormal, 3)];
  return geometry;
}

/** Creates the ball on its bones, bent, with its own morph target at weight 0.5. */
export function softBall(geometry: BufferGeometry, material: Material | Material[]): Group {
  const mesh = new SkinnedMesh(geometry, material);
  const [lower, upper] = [new Bone(), new Bone()];
  lower.add(upper);
  upper.position.y = 0.2;
  const root = new Group();
  root.add(lower, mesh);
  root.updateMatrixWorld(true);
  mesh.bind(new Skeleton([lower, upper]));
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  upper.rotation.set(0.3, 0.4, -0.5);
  upper.scale.setScalar(1.1);
  lower.position.set(0.1, 0.2, 0);
  lower.rotation.y = 0.3;
  mesh.morphTargetInfluences![0] = 0.5;
  root.updateMatrixWorld(true);
  return root;
}

/** Returns the reference result for a shader: positions and normals before skinning, each [3 · vertexCount]. Normals are not normalised. */
export function displacePlainly(
  geometry: BufferGeometry,
  sources: readonly FleshSource[],
  weights: readonly (readonly number[])[],
): { positions: Float64Array; normals: Float64Array } {
  const positions = Float64Array.from(geometry.getAttribute('position').array);
  const normals = Float64Array.from(geometry.getAttribute('normal').array);
  sources.forEach(({ surfaces }, source) => {
    for (const surface of surfaces) {
      const { vertices, shapes, normals: changes } = surface;
      const add = (out: Float64Array, from: Float32Array, order: number, weight: number) =>
        vertices.forEach((vertex, k) => {
          for (let axis = 0; axis < 3; axis++) {
            out[3 * vertex + axis] += weight * from[3 * (order * vertices.length + k) + axis];
          }
        });
      for (const [mode, weight] of weights[source].entries()) add(positions, shapes, mode, weight);
      for (const [order, mode] of listNormalModes(surface, weights[source].length).entries()) {
        add(normals, changes, order, weights[source][mode]);
      }
    }
  });
  return { positions, normals };
}

/** Returns a copy of the geometry with the shapes of each source as morph targets of three.js, after the existing targets. */
export function bakeTargets(geometry: BufferGeometry, sources: readonly FleshSource[]): BufferGeometry {
  const baked = geometry.clone();
  const { count } = geometry.getAttribute('position');
  for (const { surfaces, modeCount } of sources) {
    for (let mode = 0; mode < modeCount; mode++) {
      const position = new Float32Array(3 * count);
      const normal = new Float32Array(3 * count);
      for (const surface of surfaces) {
        const { vertices, shapes, normals } = surface;
        const order = listNormalModes(surface, modeCount).indexOf(mode);
        vertices.forEach((vertex, k) => {
          const at = 3 * (mode * vertices.length + k);
          position.set(shapes.subarray(at, at + 3), 3 * vertex);
          if (order < 0) return;
          const from = 3 * (order * vertices.length + k);
          normal.set(normals.subarray(from, from + 3), 3 * vertex);
        });
      }
      baked.morphAttributes.position!.push(new BufferAttribute(position, 3));
      baked.morphAttributes.normal!.push(new BufferAttribute(normal, 3));
    }
  }
  return baked;
}
