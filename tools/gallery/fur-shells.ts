import { growBlades } from '../../src/coats/blades/grow-blades.ts';
import { furShadings, shadeFur } from '../../src/coats/blades/shade-fur.ts';
import type { ShellTextures } from '../../src/coats/blades/shell-textures.ts';
import { sliceBlades } from '../../src/coats/blades/slice-blades.ts';
import { srgbOfLinear } from '../../src/math/srgb.ts';
import { drawText } from '../../src/pictures/font.ts';
import { type Color, createPicture, fillRectangle, type Picture } from '../../src/pictures/picture.ts';
import { sheetColors } from '../../src/pictures/sheet-style.ts';
import { furPresets } from '../../src/systems/fur/fur-presets.ts';
import { plotColors } from './plot.ts';
import { halve, Sketch, type Vector } from './sketch.ts';

const [width, height] = [3200, 1000];
const title = { size: 26, color: sheetColors.ink, weight: 0.14 };
const label = { size: 22, color: sheetColors.ink };

/** Number of cells of the surface along x and z. */
const [columns, rows] = [10, 8];
/** Height of all shells, m. */
const furHeight = 0.42;
const soil: Color = [150, 112, 74];

/** Returns the position and the normal of the curved surface at fractions of its width and depth. */
function surfaceAt(u: number, v: number): { position: Vector; normal: Vector } {
  const angle = 0.5 * (2 * u - 1);
  const radius = 2;
  return {
    position: [
      radius * Math.sin(angle),
      radius * (Math.cos(angle) - 1) + 0.1 * Math.sin(Math.PI * v),
      1.5 * (v - 0.5),
    ],
    normal: [Math.sin(angle), Math.cos(angle), 0],
  };
}

/** Draws shell layers above a surface, with and without their textures: Banisch & Wüthrich 2006, figure 1. */
export async function drawShells(): Promise<Picture> {
  const page = createPicture(width, height, sheetColors.paper);
  const { coat, colors } = furPresets.grass;
  const blades = growBlades({
    ...coat,
    blades: { ...coat.blades, count: 320, radius: [0.0085, 0.014] },
    undercoat: null,
  });
  const panels = [
    { caption: 'a: six layers, extruded along the normals', layerCount: 6, hasTextures: false },
    { caption: 'b: each with its shell texture', layerCount: 6, hasTextures: true },
    { caption: '64 layers with their textures', layerCount: 64, hasTextures: true },
  ];
  const panel = Math.floor((width - 2 * 48 - 2 * 32) / panels.length);
  drawText(page, 'Figure 1: shells above the skin', 48, 56, title);
  panels.forEach(({ caption, layerCount, hasTextures }, k) => {
    const left = 48 + k * (panel + 32);
    fillRectangle(page, left, 84, panel, height - 84 - 84, plotColors.panel);
    const sketch = new Sketch(page, {
      center: [0, 0, 0],
      x: left + panel / 2,
      y: 84 + 0.5 * (height - 168),
      scale: 355,
      heading: 0.5,
      elevation: 0.42,
    });
    const textures = hasTextures
      ? sliceBlades(blades, {
          layerCount: Math.max(12, layerCount),
          width: 512,
          height: 512,
          lightDepth: 6,
          lightSpread: 0.03,
        })
      : null;
    for (let layer = 0; layer <= layerCount; layer++)
      addLayer(sketch, layer, layerCount, textures, (texel) => {
        const out = [0, 0, 0];
        shadeFur(out, furShadings.shadow, colors, texel, 1);
        return out.map((value) => Math.round(255 * srgbOfLinear(value))) as unknown as Color;
      });
    sketch.paint();
    drawText(page, caption, left + panel / 2, height - 38, { ...label, align: 'center' });
  });
  return halve(page);
}

/** Adds one shell; layer 0 is the skin. */
function addLayer(
  sketch: Sketch,
  layer: number,
  layerCount: number,
  textures: ShellTextures | null,
  colorOf: (texel: { tone: number; along: number; light: number }) => Color,
): void {
  const above = (furHeight * layer) / layerCount;
  const at = (column: number, row: number): Vector => {
    const { position, normal } = surfaceAt(column / columns, row / rows);
    return [0, 1, 2].map((c) => position[c] + above * normal[c]) as unknown as Vector;
  };
  // Whole layers are drawn one after the other, from the skin outward.
  const lift = 100 * layer;
  const cells = Array.from({ length: columns * rows }, (_, k) => [k % columns, Math.floor(k / columns)]);
  for (const [i, j] of cells) {
    const corners = [
      [i, j],
      [i, j + 1],
      [i + 1, j + 1],
      [i + 1, j],
    ];
    for (const [a, b, c] of [
      [0, 1, 2],
      [0, 2, 3],
    ]) {
      const uv = [a, b, c].map((corner) => [corners[corner][0] / columns, corners[corner][1] / rows]);
      const points = [a, b, c].map((corner) => at(corners[corner][0], corners[corner][1]));
      sketch.triangle(
        points,
        (p, q, r) => {
          if (layer === 0) return { color: soil, opacity: 1 };
          if (!textures) return { color: plotColors.green, opacity: 0.16 };
          const [u, v] = [0, 1].map((axis) => p * uv[0][axis] + q * uv[1][axis] + r * uv[2][axis]);
          const { width: size, texels } = textures;
          const [x, y] = [u, v].map((value) => Math.floor(value * size) % size);
          // With fewer layers than slices, every second slice is shown.
          const slice = Math.round((layer * textures.layerCount) / layerCount) - 1;
          const o = 4 * ((slice * textures.height + y) * size + x);
          const [tone, along, light] = [1, 2, 3].map((c) => texels[o + c] / 255);
          return { color: colorOf({ tone, along, light }), opacity: texels[o] / 255 };
        },
        lift,
      );
    }
  }
  if (layerCount > 16 && layer > 0) return;
  const color = layer === 0 ? sheetColors.ink : plotColors.green;
  const opacity = textures && layer > 0 ? 0.7 : 1;
  const edge = (from: Vector, to: Vector, lineWidth: number) =>
    sketch.line(from, to, lineWidth, color, opacity, lift + 10);
  for (let i = 0; i < columns; i++) for (const j of [0, rows]) edge(at(i, j), at(i + 1, j), 2.6);
  for (let j = 0; j < rows; j++) for (const i of [0, columns]) edge(at(i, j), at(i, j + 1), 2.6);
  if (textures || layer !== layerCount) return;
  // Normals along which the layers are extruded.
  for (let i = 0; i <= columns; i += 2) {
    const { position, normal } = surfaceAt(i / columns, 1);
    const tip = [0, 1, 2].map((c) => position[c] + furHeight * normal[c]) as unknown as Vector;
    sketch.line(position, tip, 2.2, sheetColors.ink, 0.8, lift + 20);
    for (let l = 1; l <= layerCount; l++) {
      const on = [0, 1, 2].map((c) => position[c] + ((furHeight * l) / layerCount) * normal[c]);
      sketch.dot(on as unknown as Vector, 5, sheetColors.ink, lift + 30);
    }
  }
}
