import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { applyMaterial } from '../../src/systems/flesh/settings.ts';
import { deformAtRest, type PictureFlesh, prepareHeavyPart } from './flesh-part.ts';
import { drawStudy, type StudyMesh } from './mesh-study.ts';

const [width, height] = [330, 360];
const camera = { position: [1.15, 1.3, 1.75], target: [0, 1.08, 0.03], fieldOfView: 0.36 } as const;

/**
 * Draws the lowest modes of the belly, with their frequencies. Red, green and blue are the components of the displacement along x, y and z:
 * James & Pai 2002, figure 1.
 */
export async function drawModes(samples: number): Promise<Picture> {
  const modes = 8;
  const prepared = await prepareHeavyPart({
    joints: ['spine.1', 'spine.2'],
    basis: 'eigenmodes',
    elements: 10000,
    modes,
  });
  const flesh: PictureFlesh = {
    ...prepared,
    part: applyMaterial(prepared.part, { stiffness: 1e4, density: 970 }),
  };
  const page = createPicture(4 * width + 50, 2 * (height + 44) + 20, sheetColors.paper);
  for (let mode = 0; mode < modes; mode++) {
    const picture = drawStudy({
      meshes: shape(flesh, mode),
      camera,
      width,
      height,
      samples,
      paper: sheetColors.paper,
    });
    const [x, y] = [10 + (mode % 4) * (width + 10), 10 + Math.floor(mode / 4) * (height + 44)];
    placePicture(page, picture, x, y);
    const hertz = Math.sqrt(flesh.part.omega2[mode]) / (2 * Math.PI);
    drawText(page, `${mode + 1}: ${hertz.toFixed(2)} Hz`, x + width / 2, y + height + 20, {
      ...textStyles.caption,
      align: 'center',
    });
  }
  return page;
}

/** Returns the character displaced by one mode, at most 35 mm, coloured by the displacement of each vertex along each axis. */
function shape(flesh: PictureFlesh, mode: number): StudyMesh[] {
  const { part, actor } = flesh;
  const amplitudes = new Float64Array(part.modeCount);
  amplitudes[mode] = 0.035 / part.reach[mode];
  return deformAtRest(flesh, amplitudes).map((mesh, index) => {
    const rest = actor.rig.surfaces[index].positions;
    const color = Float64Array.from(
      mesh.positions,
      (value, k) => 0.035 + 0.95 * Math.min(1, Math.abs(value - rest[k]) / 0.03),
    );
    return { ...mesh, color };
  });
}
