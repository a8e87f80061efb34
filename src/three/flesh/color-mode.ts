import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  type Material,
  type Mesh,
  MeshStandardMaterial,
} from 'three';
import { InputError } from '../../input-error.ts';
import type { FleshBinding } from './attach-flesh.ts';
import { originalOf } from './stand-in.ts';

/** Controls the colours that show the displacement of one mode. `colorMode` creates it. */
export interface ModeColors {
  /** Shows another mode of a source, 0 … modeCount − 1. */
  show(mode: number, source?: number): void;
  /** Restores the meshes' own materials. */
  dispose(): void;
}

/** Colours from zero to the maximum displacement. */
const stops = ['#1d2b53', '#1f6f8b', '#5fb49c', '#f2d95c', '#f28c38', '#d7263d'].map((one) => new Color(one));

/**
 * Colour attributes of each geometry. They are shared by all callers that colour the geometry, so that stepping through modes does not fill
 * the graphics memory.
 */
const paints = new WeakMap<BufferGeometry, BufferAttribute>();

/**
 * Colours the meshes of a binding by the displacement of each vertex in a mode: blue at zero, red at the maximum. The surface still moves
 * with the amplitudes of the binding. Until `dispose`, the geometries have vertex colours, and the meshes have a plain material.
 *
 * Throws an `InputError` for a mode that does not exist.
 */
export function colorMode(binding: FleshBinding, mode: number, source = 0): ModeColors {
  const own = binding.meshes.map((mesh) => ({
    mesh,
    material: Array.isArray(mesh.material) ? mesh.material.map(originalOf) : originalOf(mesh.material),
    color: mesh.geometry.getAttribute('color'),
  }));
  const plain = new MeshStandardMaterial({ vertexColors: true, roughness: 0.6 });
  const show = (shownMode: number, shownSource: number) => {
    const column = columnOf(binding, shownMode, shownSource);
    const lengths = binding.meshes.map((mesh) => measureLengths(binding, mesh, column));
    let furthest = 0;
    for (const one of lengths) for (const length of one) furthest = Math.max(furthest, length);
    binding.meshes.forEach((mesh, k) => {
      paint(mesh.geometry, lengths[k], furthest);
    });
  };
  show(mode, source);
  for (const mesh of binding.meshes) mesh.material = alike(mesh, plain);
  binding.update();
  return {
    show: (nextMode, nextSource = 0) => show(nextMode, nextSource),
    dispose() {
      for (const { mesh, material, color } of own) {
        if (color) mesh.geometry.setAttribute('color', color);
        else mesh.geometry.deleteAttribute('color');
        mesh.material = material;
      }
      binding.update();
      plain.dispose();
    },
  };
}

/** Returns one material, or an array with as many entries as the mesh has groups. */
function alike(mesh: Mesh, plain: Material): Material | Material[] {
  return Array.isArray(mesh.material) ? mesh.material.map(() => plain) : plain;
}

function columnOf({ sources }: FleshBinding, mode: number, source: number): number {
  const chosen = sources[source];
  if (!chosen) throw InputError.at('colorMode.source', `expected 0 … ${sources.length - 1}, got ${source}`);
  if (!Number.isInteger(mode) || mode < 0 || mode >= chosen.modeCount) {
    throw InputError.at('colorMode.mode', `expected 0 … ${chosen.modeCount - 1}, got ${mode}`);
  }
  return sources.slice(0, source).reduce((sum, { modeCount }) => sum + modeCount, mode);
}

/** Returns the displacement of each vertex at amplitude 1, mesh units, [vertexCount]. */
function measureLengths(binding: FleshBinding, mesh: Mesh, column: number): Float64Array {
  const lengths = new Float64Array(mesh.geometry.getAttribute('position').count);
  for (const { surface, column: first } of binding.shapes.get(mesh) ?? []) {
    const { vertices, shapes } = surface;
    const at = 3 * vertices.length * (column - first);
    if (column < first || at >= shapes.length) continue;
    vertices.forEach((vertex, k) => {
      const [x, y, z] = shapes.subarray(at + 3 * k, at + 3 * k + 3);
      lengths[vertex] = Math.sqrt(x * x + y * y + z * z);
    });
  }
  return lengths;
}

function paint(geometry: BufferGeometry, lengths: Float64Array, furthest: number): void {
  let attribute = paints.get(geometry);
  if (!attribute || attribute.count !== lengths.length) {
    attribute = new BufferAttribute(new Float32Array(3 * lengths.length), 3);
    paints.set(geometry, attribute);
  }
  const color = new Color();
  for (let vertex = 0; vertex < lengths.length; vertex++) {
    const position = furthest > 0 ? (lengths[vertex] / furthest) * (stops.length - 1) : 0;
    const stop = Math.min(stops.length - 2, Math.floor(position));
    color.lerpColors(stops[stop], stops[stop + 1], position - stop).toArray(attribute.array, 3 * vertex);
  }
  attribute.needsUpdate = true;
  geometry.setAttribute('color', attribute);
}
