import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { deformAtRest, type PictureFlesh, prepareHeavyPart } from './flesh-part.ts';
import { drawStudy } from './mesh-study.ts';

const [width, height] = [440, 560];
const camera = { position: [0.75, 0.85, 1.25], target: [0.09, 0.73, 0.005], fieldOfView: 0.38 } as const;

/** Skin, and light shorts on which shading is seen. The body under the shorts is too thin to be shown without them. */
const colors: Record<number, readonly number[]> = { 1: [0.2, 0.36, 0.5] };

/**
 * Draws the lowest torsional mode of a thigh three times: the rest shape, the displaced shape with the normals of the rest shape, and the
 * displaced shape with corrected normals: James & Pai 2002, figure 3.
 */
export async function drawTorsion(samples: number): Promise<Picture> {
  const flesh = await prepareHeavyPart({
    joints: ['thigh.L'],
    surfaces: ['heavy-mannequin 0', 'heavy-mannequin 1'],
    basis: 'eigenmodes',
    elements: 10000,
    modes: 8,
  });
  const mode = findTorsion(flesh);
  const amplitudes = new Float64Array(flesh.part.modeCount);
  const moved = amplitudes.slice();
  moved[mode] = 0.06 / flesh.part.reach[mode];
  const panels = [
    { title: 'at rest', meshes: deformAtRest(flesh, amplitudes) },
    { title: 'twisted, normals as at rest', meshes: deformAtRest(flesh, moved, false) },
    { title: 'twisted, normals corrected', meshes: deformAtRest(flesh, moved) },
  ];
  const page = createPicture(3 * width + 40, height + 54, sheetColors.paper);
  for (const [k, { title, meshes }] of panels.entries()) {
    const x = 10 + k * (width + 10);
    const shown = meshes.map((mesh, k) => ({ ...mesh, gloss: 0.9, color: colors[k] ?? mesh.color }));
    placePicture(
      page,
      drawStudy({ meshes: shown, camera, width, height, samples, paper: sheetColors.paper }),
      x,
      10,
    );
    drawText(page, title, x + width / 2, height + 34, { ...textStyles.caption, align: 'center' });
  }
  return page;
}

/**
 * Returns the mode with the strongest torsion. Torsion is the fraction of the motion that is perpendicular to the radius and to the bone.
 */
function findTorsion({ part, actor }: PictureFlesh): number {
  let best = 0;
  let max = -1;
  for (let mode = 0; mode < part.modeCount; mode++) {
    let [turning, whole] = [0, 0];
    for (const { surface, vertices, shapes } of part.surfaces) {
      vertices.forEach((vertex, v) => {
        const { positions } = actor.rig.surfaces[surface];
        const [x, z] = [positions[3 * vertex] - 0.088, positions[3 * vertex + 2] - 0.004];
        const at = 3 * (mode * vertices.length + v);
        const radius = Math.hypot(x, z);
        turning += (shapes[at] * z - shapes[at + 2] * x) / radius;
        whole += Math.hypot(shapes[at], shapes[at + 1], shapes[at + 2]);
      });
    }
    if (Math.abs(turning) / whole > max) [best, max] = [mode, Math.abs(turning) / whole];
  }
  return best;
}
