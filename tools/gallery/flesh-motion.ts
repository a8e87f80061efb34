import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../src/motion/actor.ts';
import { deformSurface } from '../../src/motion/deform-surface.ts';
import { createDiskFiles } from '../../src/node/disk-files.ts';
import { createDiskCache } from '../../src/node/prepare-cache.ts';
import { drawText } from '../../src/pictures/font.ts';
import type { CameraPosition } from '../../src/pictures/perspective/camera.ts';
import { smoothNormals } from '../../src/pictures/perspective/smooth-normals.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import type { PosedMesh } from '../../src/pictures/posed-mesh.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { openScene } from '../../src/scene/open-scene.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { toFraction } from '../../src/simulation/fraction.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import type { MorphOutput } from '../../src/systems/outputs/morph.ts';
import { scenesFolder } from './checkout.ts';
import { drawStudy, type StudyMesh } from './mesh-study.ts';

/** What a row shows: the skinned character alone, the character with its flesh, or the displacement of the flesh as a colour. */
type Row = 'skinned' | 'flesh' | 'displacement';

interface Strip {
  readonly scene: string;
  /** Rows from top to bottom, with the text above each of them. */
  readonly rows: readonly (readonly [Row, string])[];
  /** Seconds. */
  readonly times: readonly number[];
  readonly camera: CameraPosition;
  readonly width: number;
  readonly height: number;
  /** Displacement that is fully orange, metres. */
  readonly reddest: number;
  /** Centre (x, z) and radius of a disc on the floor, metres. */
  readonly floor?: readonly [x: number, z: number, radius: number];
}

/** Draws the jump without and with flesh, and the displacement from the skinned surface: James & Pai 2002, figure 4, left. */
export function drawJump(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'jumping-man',
      rows: [
        ['skinned', 'without flesh'],
        ['flesh', 'with flesh'],
        ['displacement', 'displacement of the flesh; orange: 6 cm'],
      ],
      times: [0.54, 0.76, 1.0, 1.36, 1.48, 1.62],
      camera: { position: [4.1, 1.5, 4.9], target: [0.54, 1.09, 0], fieldOfView: 0.4 },
      width: 224,
      height: 480,
      reddest: 0.06,
      floor: [0.6, 0.02, 0.42],
    },
    samples,
  );
}

/** Organs that a probe touches: James & Pai 2002, figure 4, right. */
export function drawOrgans(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'organs',
      rows: [
        ['skinned', 'without flesh: the probe goes through'],
        ['flesh', 'with flesh'],
        ['displacement', 'displacement of the flesh; orange: 20 mm'],
      ],
      times: [0.1, 0.5, 1.1, 1.68, 3.0],
      camera: { position: [-0.16, 0.36, 0.5], target: [-0.014, 0.05, 0.03], fieldOfView: 0.51 },
      width: 330,
      height: 240,
      reddest: 0.02,
    },
    samples,
  );
}

/** A hand that presses a belly and leaves it. */
export function drawHandOnBelly(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'hand-on-belly',
      rows: [
        ['skinned', 'without contact: the hand goes through'],
        ['flesh', 'with contact'],
        ['displacement', 'displacement of the flesh; orange: 6 cm'],
      ],
      times: [0.9, 1.3, 1.6, 2.2, 2.32, 2.5],
      camera: { position: [0.95, 1.2, 1.5], target: [0.04, 1.05, 0.08], fieldOfView: 0.42 },
      width: 300,
      height: 300,
      reddest: 0.06,
    },
    samples,
  );
}

/** A man who sits down on a bench and rises again. */
export function drawSitting(samples: number): Promise<Picture> {
  return drawStrip(
    {
      scene: 'sitting',
      rows: [
        ['skinned', 'without contact: the thighs go through the bench'],
        ['flesh', 'with contact'],
        ['displacement', 'displacement of the flesh; orange: 4 cm'],
      ],
      times: [0.8, 1.1, 1.3, 2.0, 2.8, 3.1],
      camera: { position: [2.0, 0.5, 0.45], target: [0.1, 0.53, -0.16], fieldOfView: 0.32 },
      width: 300,
      height: 300,
      reddest: 0.04,
    },
    samples,
  );
}

const labelHeight = 24;

/** Moments of a scene from left to right, with one row for each way to show them. */
async function drawStrip(strip: Strip, samples: number): Promise<Picture> {
  const folder = join(scenesFolder, strip.scene);
  const scene = parseScene(JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8')));
  const plan = await openScene(scene, createDiskFiles(folder), {
    name: strip.scene,
    sceneFile: strip.scene,
    cache: createDiskCache(),
  });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const { actor } = plan.actors[0].character!;
  const { width, height, times, camera, rows, floor } = strip;
  const rowHeight = height + labelHeight;
  const page = createPicture(
    times.length * (width + 6) + 14,
    rows.length * rowHeight + 34,
    sheetColors.paper,
  );
  for (const [n, [, label]] of rows.entries()) {
    drawText(page, label, 12, n * rowHeight + 17, textStyles.note);
  }
  const disc = floor ? [floorDisc(...floor)] : [];
  for (const [k, t] of times.entries()) {
    simulation.advanceTo(toFraction(t));
    const morphs = plan.systems.flatMap(({ name }) =>
      simulation.outputs(name).filter((output) => output.kind === 'morph'),
    );
    const posed = poseFlesh(actor, t, morphs, strip.reddest);
    const others = plan.actors.slice(1).flatMap((other) => other.posedMeshesAt(t).map(toStudy));
    const x = 10 + k * (width + 6);
    for (const [n, [row]] of rows.entries()) {
      const meshes = [...posed[row], ...disc, ...others];
      const study = { camera, width, height, samples, paper: sheetColors.paper };
      placePicture(page, drawStudy({ ...study, meshes }), x, n * rowHeight + labelHeight);
    }
    drawText(page, `${t.toFixed(2)} s`, x + width / 2, rows.length * rowHeight + 18, {
      ...textStyles.caption,
      align: 'center',
    });
  }
  return page;
}

function toStudy({ positions, indices, color }: PosedMesh): StudyMesh {
  return { positions, normals: null, indices, color };
}

/** A flat disc on the floor, which shows how high the character is. */
function floorDisc(x: number, z: number, radius: number): StudyMesh {
  const sides = 64;
  const positions = [x, 0, z];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    positions.push(x + radius * Math.cos(angle), 0, z + radius * Math.sin(angle));
    indices.push(0, 1 + ((k + 1) % sides), 1 + k);
  }
  return { positions, normals: null, indices, color: [0.5, 0.49, 0.46], gloss: 0 };
}

/** Returns the meshes of an actor at a time for each kind of row. */
function poseFlesh(
  actor: Actor,
  t: number,
  morphs: readonly MorphOutput[],
  reddest: number,
): Readonly<Record<Row, StudyMesh[]>> {
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
    const { indices, color } = surface;
    const [normals, stillNormals] = [positions, still].map((at) =>
      smoothNormals({ positions: at, indices, color }),
    );
    const heat = new Float64Array(moved.length);
    for (let k = 0; k < moved.length; k += 3) {
      const distance = Math.hypot(...[0, 1, 2].map((i) => positions[k + i] - still[k + i]));
      const fraction = Math.min(1, distance / reddest);
      heat.set(
        [0.12 + 0.75 * fraction, 0.14 + 0.3 * fraction * (1 - fraction), 0.2 * (1 - fraction) + 0.02],
        k,
      );
    }
    return {
      skinned: { positions: still, normals: stillNormals, indices, color },
      flesh: { positions, normals, indices, color },
      displacement: { positions, normals, indices, color: heat },
    };
  });
  const rowOf = (row: Row) => meshes.map((mesh): StudyMesh => mesh[row]);
  return { skinned: rowOf('skinned'), flesh: rowOf('flesh'), displacement: rowOf('displacement') };
}
