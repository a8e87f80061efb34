import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Actor } from '../../src/motion/actor.ts';
import { deformSurface } from '../../src/motion/deform-surface.ts';
import { createDiskFiles } from '../../src/node/disk-files.ts';
import { drawText } from '../../src/pictures/font.ts';
import type { CameraPosition } from '../../src/pictures/perspective/camera.ts';
import { smoothNormals } from '../../src/pictures/perspective/smooth-normals.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { openScene } from '../../src/scene/open-scene.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { toFraction } from '../../src/simulation/fraction.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { MorphOutput } from '../../src/systems/outputs/morph.ts';
import { drawStudy, type StudyMesh } from './mesh-study.ts';

const scenes = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'scenes');

interface Strip {
  readonly scene: string;
  /** Systems in addition to those of the scene. */
  readonly more?: readonly unknown[];
  /** Seconds. */
  readonly times: readonly number[];
  readonly camera: CameraPosition;
  readonly width: number;
  readonly height: number;
  /** Displacement that is fully red in the lower row, metres. */
  readonly reddest: number;
}

/** Draws the jump: flesh on thighs and belly, and its displacement from the skinned surface: James & Pai 2002, figure 4, left. */
export function drawJump(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'thighs',
      more: [
        {
          system: 'flesh',
          name: 'belly',
          actor: 'jumper',
          joints: ['spine.1', 'spine.2'],
          basis: 'eigenmodes',
          modes: 5,
          elements: 10000,
        },
      ],
      times: [0.54, 0.9, 1.08, 1.4, 1.66],
      camera: { position: [2.2, 1.05, 3.1], target: [0, 0.93, 0.02], fieldOfView: 0.4 },
      width: 290,
      height: 330,
      reddest: 0.04,
    },
    samples,
  );
}

/** Draws organs that a grasper moves: James & Pai 2002, figure 4, right. */
export function drawOrgans(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'organs',
      times: [0.1, 0.42, 0.5, 1.14, 1.9, 2.75],
      camera: { position: [0.14, 0.4, 0.5], target: [0.0, 0.055, 0.03], fieldOfView: 0.5 },
      width: 300,
      height: 230,
      reddest: 0.012,
    },
    samples,
  );
}

/** Draws moments in two rows: with the materials of the scene, and coloured by the displacement of the flesh. */
async function drawStrip(strip: Strip, samples: number): Promise<Picture> {
  const folder = join(scenes, strip.scene);
  const data = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
  const scene = parseScene({ ...data, systems: [...data.systems, ...(strip.more ?? [])] });
  const plan = await openScene(scene, createDiskFiles(folder), { name: strip.scene, sceneFile: strip.scene });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const { actor } = plan.actors[0].character!;
  const { width, height, times, camera } = strip;
  const page = createPicture(times.length * (width + 6) + 14, 2 * height + 50, sheetColors.paper);
  for (const [k, t] of times.entries()) {
    simulation.advanceTo(toFraction(t));
    const morphs = plan.systems.flatMap(({ name }) =>
      simulation.outputs(name).filter((output) => output.kind === 'morph'),
    );
    const { plain, colored } = poseFlesh(actor, t, morphs, strip.reddest);
    const x = 10 + k * (width + 6);
    const study = { camera, width, height, samples, paper: sheetColors.paper };
    placePicture(page, drawStudy({ ...study, meshes: plain }), x, 8);
    placePicture(page, drawStudy({ ...study, meshes: colored }), x, height + 12);
    drawText(page, `${t.toFixed(2)} s`, x + width / 2, 2 * height + 34, {
      ...textStyles.caption,
      align: 'center',
    });
  }
  return page;
}

function poseFlesh(actor: Actor, t: number, morphs: readonly MorphOutput[], reddest: number) {
  const pose = actor.poseAt(t);
  const meshes = actor.rig.surfaces.map((surface, index) => {
    const moved = Float32Array.from(surface.positions);
    for (const { surfaces, amplitudes } of morphs) {
      for (const { surface: own, vertices, shapes } of surfaces) {
        if (own !== index) continue;
        for (let mode = 0; mode < amplitudes.length; mode++) {
          vertices.forEach((vertex, v) => {
            for (let i = 0; i < 3; i++)
              moved[3 * vertex + i] += amplitudes[mode] * shapes[3 * (mode * vertices.length + v) + i];
          });
        }
      }
    }
    const [positions, still] = [new Float64Array(moved.length), new Float64Array(moved.length)];
    deformSurface({ ...surface, positions: moved }, pose, positions);
    deformSurface(surface, pose, still);
    const normals = smoothNormals({ positions, indices: surface.indices, color: surface.color });
    const heat = new Float64Array(moved.length);
    for (let k = 0; k < moved.length; k += 3) {
      const distance = Math.hypot(...[0, 1, 2].map((i) => positions[k + i] - still[k + i]));
      const fraction = Math.min(1, distance / reddest);
      heat.set(
        [0.12 + 0.75 * fraction, 0.14 + 0.3 * fraction * (1 - fraction), 0.2 * (1 - fraction) + 0.02],
        k,
      );
    }
    return { positions, normals, indices: surface.indices, color: surface.color, heat };
  });
  const plain: StudyMesh[] = meshes.map(({ heat: _, ...mesh }) => mesh);
  const colored: StudyMesh[] = meshes.map(({ heat, ...mesh }) => ({ ...mesh, color: heat }));
  return { plain, colored };
}
