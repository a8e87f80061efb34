import { expect, test } from 'vitest';
import { workThrough } from '../../long-work.ts';
import { createActor } from '../../motion/actor.ts';
import { tetCorners } from '../../motion/tet-topology.ts';
import { defaultParams } from '../params.ts';
import { noFiles } from '../testing/no-files.ts';
import { createFlesh } from './create-flesh.ts';
import { FleshGroup } from './flesh-group.ts';
import { findingWarpShapes } from './mesh/warp-shapes.ts';
import { countProducts, ModalWarp, shownShapes } from './modal-warp.ts';
import { showMorph } from './outputs.ts';
import { type FleshInput, fleshParams } from './params.ts';
import { decodeFleshPart, encodeFleshPart } from './part-file.ts';
import { prepareFlesh } from './prepare.ts';
import { solveModes } from './solve/solve-modes.ts';
import { showState } from './step.ts';
import { createBoxMesh } from './testing/box-mesh.ts';
import { makeRod } from './testing/lumped-part.ts';
import { createTwoBoxes } from './testing/two-boxes.ts';
import type { TouchSurface } from './touch/touch-surface.ts';

test('a bar that is bent to 60° keeps its length and its volume with modal warping, and not without', () => {
  const cells = 10;
  const mesh = createBoxMesh([cells, 1, 1], [1, 0.1, 0.1]);
  const nodeCount = mesh.positions.length / 3;
  const modes = 6;
  const material = { youngsModulus: 10_000, poissonRatio: 0.45, density: 1000 };
  const model = solveModes(mesh, mesh.groups[0].nodes, material, { modeCount: modes });
  const turns = workThrough(findingWarpShapes(mesh, model.shapes, modes));
  const surface = {
    surface: 0,
    vertices: Uint32Array.from({ length: nodeCount }, (_, node) => node),
    shapes: Float32Array.from([...model.shapes, ...turns]),
    normals: new Float32Array(0),
    normalModes: [],
  };
  const part = { ...makeRod(), modeCount: modes, warp: { modes, surfaces: [surface] } };
  const warp = new ModalWarp(part);
  const sections = Array.from({ length: cells + 1 }, (_, k) =>
    [...surface.vertices].filter((node) => Math.abs(mesh.positions[3 * node] - k / cells) < 1e-9),
  );
  // The static response to a force across the free end, which it moves by 1 m.
  const load = sections[cells];
  const moves = Float64Array.from({ length: modes }, (_, mode) => {
    const at = mode * mesh.positions.length;
    return load.reduce((sum, node) => sum + model.shapes[at + 3 * node + 1], 0) / load.length;
  });
  const whole = moves.reduce((sum, move, mode) => sum + move ** 2 / model.omega2[mode], 0);
  const bent = moves.map((move, mode) => move / model.omega2[mode] / whole);
  const tets = tetCorners(mesh);
  const measure = (weights: ArrayLike<number>) => {
    const points = mesh.positions.slice();
    for (let shape = 0; shape < weights.length; shape++) {
      for (let k = 0; k < points.length; k++) {
        points[k] += weights[shape] * surface.shapes[shape * points.length + k];
      }
    }
    const axis = sections.map((nodes) =>
      [0, 1, 2].map((side) => nodes.reduce((sum, node) => sum + points[3 * node + side], 0) / nodes.length),
    );
    let length = 0;
    for (let k = 1; k < axis.length; k++) length += Math.hypot(...axis[k].map((v, i) => v - axis[k - 1][i]));
    let volume = 0;
    for (let t = 0; t < tets.length; t += 4) {
      const [a, b, c] = [1, 2, 3].map((corner) =>
        [0, 1, 2].map((i) => points[3 * tets[t + corner] + i] - points[3 * tets[t] + i]),
      );
      const [x, y, z] = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
      volume += (a[0] * x + a[1] * y + a[2] * z) / 6;
    }
    const [before, end] = axis.slice(-2);
    return { length, volume: volume / 0.01, angle: Math.atan2(end[1] - before[1], end[0] - before[0]) };
  };
  const weights = new Float64Array(warp.count);
  const bend = (degrees: number) => {
    // Finds the load that turns the end of the warped bar by this angle.
    let [low, high] = [0, 0.05];
    const turn = (amount: number) => {
      warp.write(
        bent.map((q) => amount * q),
        weights,
      );
      return measure(weights);
    };
    while (turn(high).angle < (degrees * Math.PI) / 180) high += 0.05;
    for (let k = 0; k < 30; k++) {
      const middle = (low + high) / 2;
      if (turn(middle).angle < (degrees * Math.PI) / 180) low = middle;
      else high = middle;
    }
    return { warped: turn(high), linear: measure(bent.map((q) => high * q)) };
  };
  for (const [degrees, length, volume] of [
    [15, 0.005, 0.005],
    [30, 0.02, 0.015],
    [60, 0.06, 0.05],
  ]) {
    const { warped } = bend(degrees);
    expect(Math.abs(warped.length - 1), `length at ${degrees}°`).toBeLessThan(length);
    expect(Math.abs(warped.volume - 1), `volume at ${degrees}°`).toBeLessThan(volume);
  }
  const { linear } = bend(60);
  expect(linear.length).toBeLessThan(1.3);
  expect(linear.length).toBeGreaterThan(1.2);
  expect(linear.volume).toBeGreaterThan(1.4);
});

const actor = createActor(createTwoBoxes(0), { name: 'boxes', clip: null });

async function prepareBox(given: FleshInput) {
  const params = { ...defaultParams(fleshParams), elements: 100, modes: 4, joints: ['a'], ...given };
  const actors = new Map([['boxes', actor]]);
  const context = { ...noFiles, path: 'systems[0]', name: 'flesh', actors, results: new Map() };
  return (await prepareFlesh(params, context))!.parts[0].part;
}

test('a part with modal warping has the modes of the part without, and shows more shapes', async () => {
  const plain = await prepareBox({});
  const warped = await prepareBox({ modalWarping: true });
  expect(plain.warp).toBeUndefined();
  const { key, warp, quality, ...same } = warped;
  expect(plain).toMatchObject(same);
  expect(key).not.toBe(plain.key);
  expect(decodeFleshPart(encodeFleshPart(warped))).toEqual(warped);
  const bytes = encodeFleshPart(warped);
  expect(() => decodeFleshPart(bytes.subarray(0, bytes.length - 64))).toThrow();

  const state = createFlesh(warped, { maxDisplacement: 100 });
  const output = showMorph(state);
  expect(output.modeCount).toBe(4 + countProducts(4));
  expect(output.surfaces[0].shapes).toHaveLength(3 * output.modeCount * output.surfaces[0].vertices.length);
  // Small amplitudes are shown as they are. Large ones are rotated.
  state.filter.amplitudes.set([1e-6, -1e-6, 1e-6, 1e-6]);
  showState(state);
  output.amplitudes.slice(0, 4).forEach((shown, mode) => {
    expect(shown).toBeCloseTo(state.filter.amplitudes[mode], 12);
  });
  state.filter.amplitudes.set([0.4, -0.2, 0.3, 0.1]);
  showState(state);
  expect(output.amplitudes.slice(4).some((weight) => weight !== 0)).toBe(true);
  expect(output.amplitudes[0]).toBeLessThan(0.4);
  // The limit holds for the sum of all shapes.
  const limited = createFlesh(warped, { maxDisplacement: 0.01 });
  limited.filter.amplitudes.set([0.4, -0.2, 0.3, 0.1]);
  showState(limited);
  expect(limited.probe.measure(limited.amplitudes, 0)).toBeLessThanOrEqual(0.01);

  expect(shownShapes(plain)).toBe(plain);
  expect(() => state.enableTouch({} as TouchSurface)).toThrow(
    /^flesh: expected flesh that was prepared without modalWarping/,
  );
  expect(() => new FleshGroup(warped, state.settings, 2)).toThrow(
    /^flesh: expected a part that was prepared without modalWarping/,
  );
});

test('flesh that is touched is refused with modal warping', async () => {
  const touchedBy = [{ shape: 'parts' as const }];
  await expect(prepareBox({ modalWarping: true, touchedBy })).rejects.toThrow(
    'systems[0].modalWarping: expected not to be set with "touchedBy"',
  );
});
