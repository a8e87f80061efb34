import { readFileSync } from 'node:fs';
import type { Benchmark } from '../../../benchmarks/benchmark.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { readKeys } from '../../files/keys.ts';
import { readObj } from '../../files/obj.ts';
import { createActor } from '../../motion/actor.ts';
import { createActorColliders } from '../../motion/actor-colliders.ts';
import type { ColliderDriver } from '../../motion/collider-driver.ts';
import { createKeyedCollider } from '../../motion/keyed-collider.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { sharedPath } from '../../testing/shared.ts';
import { measureMemory, sumGround } from './flow/ledger.ts';
import type { GroundParams } from './params.ts';
import { materials } from './rules/materials.ts';
import { sprayBenchmarks } from './spray/spray.bench.ts';
import type { GroundState } from './state.ts';
import { stepGround } from './step.ts';
import { makeGround, settleGround } from './testing/grounds.ts';
import { createShoe, moveTo, placeAt } from './testing/shapes.ts';
import { packTile, tileColumns } from './tiles/packed-tile.ts';
import { saveGround } from './tiles/save.ts';

/** Keeps 36 tiles (36 864 columns) awake about the origin. */
function keepAwake(state: GroundState): void {
  for (let j = -3; j < 3; j++) {
    for (let i = -3; i < 3; i++) state.wake(i, j).keptStep = state.steps;
  }
}

/** Milliseconds per step while a shoe of 2 076 triangles presses 4 cm into ground with 37 k awake columns. */
function pressShoe(overrides: Partial<GroundParams>, prepare?: (state: GroundState) => void): number {
  const state = makeGround({ liquidity: 1.57, ...overrides });
  const shoe = createShoe();
  prepare?.(state);
  keepAwake(state);
  placeAt(shoe, 0.05, 0, 0.05);
  stepGround(state, [shoe]);
  let total = 0;
  const steps = 20;
  for (let n = 1; n <= steps; n++) {
    keepAwake(state);
    moveTo(shoe, 0.05, -0.002 * n, 0.05);
    const begin = performance.now();
    stepGround(state, [shoe]);
    total += performance.now() - begin;
  }
  return total / steps;
}

/** Ratio of two times. Each is the minimum of several runs, which alternate. */
function compare(one: () => number, other: () => number): number {
  let [bestOne, bestOther] = [one(), other()];
  for (let round = 0; round < 40; round++) {
    bestOne = Math.min(bestOne, one());
    bestOther = Math.min(bestOther, other());
  }
  return bestOne / bestOther;
}

/** Creates `count` columns of old tracks far from the shoe. */
function storeColumns(count: number): (state: GroundState) => void {
  const flat = new Int32Array(tileColumns);
  const packed = packTile(
    flat.map((_, k) => -((k * k) % 9000)),
    flat,
    null,
    7,
  )!;
  return (state) => {
    for (let k = 0; k < count / tileColumns; k++) {
      state.tiles.restore(100 + (k % 64), 100 + Math.floor(k / 64), packed);
    }
  };
}

const mannequin = new URL('../../../scenes/assets/mannequin.glb', import.meta.url);

/** The mannequin's run, planned and prepared for posing. */
async function openRunner(): Promise<ColliderDriver> {
  const rig = await readGltf(new Uint8Array(readFileSync(urlPath(mannequin))), { name: 'mannequin' });
  const actor = createActor(rig, {
    name: 'runner',
    clip: 'run',
    travel: (of, clip) => planTravel(of, clip, { softDepth: materials.sand.sinkage * 1.75 }),
  });
  return createActorColliders(actor);
}

/** Compiled benchmarks are two folders deeper than the sources, so the working folder is searched too. */
function urlPath(url: URL): string | URL {
  return url.pathname.includes('/dist-benchmarks/') ? 'scenes/assets/mannequin.glb' : url;
}

/** Runs the mannequin over sand for 3 s. Only the time of the ground is measured. */
function runOver(state: GroundState, driver: ColliderDriver): number {
  let seconds = 0;
  for (let n = 0; n < 360; n++) {
    driver.advance(n / 120, (n + 1) / 120);
    // Poses are computed in advance, so their time is not measured.
    for (const collider of driver.colliders) if (collider.kind === 'deforming') collider.end.at(0);
    const begin = performance.now();
    stepGround(state, driver.colliders);
    seconds += (performance.now() - begin) / 1000;
  }
  return seconds;
}

const runnerGround = { material: 'sand', noiseAmplitude: 0.0028, noiseWavelength: 0.9 } as const;
const wheelFolder = 'assets/mesh-tractor-wheel';

/** All extensions beyond the papers. */
const beyond = {
  looseDepth: 0.02,
  forwardBias: 1,
  waterLevel: 0,
  dryingHalfLife: 60,
  stonesPerSquareMetre: 10,
} as const satisfies Partial<GroundParams>;

export const groundBenchmarks: readonly Benchmark[] = [
  { name: 'ground.step37k.runner.ms', unit: 'ms', runs: 20, run: () => pressShoe({}) },
  { name: 'ground.step37k.beyond.ms', unit: 'ms', runs: 20, run: () => pressShoe(beyond) },
  {
    // Ridges with slopes up to 1.3 rad on all 37 k columns and nothing beyond them, so that the number is constant.
    name: 'ground.step37k.moving.ms',
    unit: 'ms',
    runs: 20,
    run: () => pressShoe({ size: [1.92, 1.92], noiseAmplitude: 0.3, noiseWavelength: 0.4, noiseOctaves: 3 }),
  },
  {
    name: 'ground.gridScaling.ratio',
    unit: '',
    runs: 1,
    run: () =>
      compare(
        () => pressShoe({ size: [655.36, 655.36] }),
        () => pressShoe({ size: [20.48, 10.24] }),
      ),
  },
  {
    name: 'ground.storedScaling.ratio',
    unit: '',
    runs: 1,
    run: () =>
      compare(
        () => pressShoe({}, storeColumns(4e6)),
        () => pressShoe({}, storeColumns(9e4)),
      ),
  },
  {
    name: 'ground.awakeBytesPerColumn',
    unit: 'bytes',
    runs: 1,
    async run() {
      const driver = await openRunner();
      const state = makeGround(runnerGround);
      let maxBytes = 0;
      for (let n = 0; n < 120; n++) {
        driver.advance(n / 120, (n + 1) / 120);
        stepGround(state, driver.colliders);
        state.flush();
        const { awakeBytes, awakeColumns } = measureMemory(state);
        if (awakeColumns > 0) maxBytes = Math.max(maxBytes, awakeBytes / awakeColumns);
      }
      return maxBytes;
    },
  },
  {
    name: 'ground.asleepBytesPerColumn',
    unit: 'bytes',
    runs: 1,
    async run() {
      const state = await runAndSettle();
      return measureMemory(state).asleepBytes / sumGround(state).columnsTouched;
    },
  },
  {
    name: 'ground.diskBytesPerColumn',
    unit: 'bytes',
    runs: 1,
    async run() {
      const state = await runAndSettle();
      return saveGround(state).length / sumGround(state).columnsChanged;
    },
  },
  {
    name: 'ground.runner3s.seconds',
    unit: 's',
    run: async () => runOver(makeGround(runnerGround), await openRunner()),
  },
  {
    name: 'ground.wheel10mm.msPerStep',
    unit: 'ms',
    runs: 5,
    why: 'It needs the shared test inputs (mesh-tractor-wheel).',
    run() {
      const mesh = sharedPath(`${wheelFolder}/tractor_wheel.obj`);
      const poses = sharedPath(`${wheelFolder}/tractor_wheel_rolling.json`);
      if (!mesh || !poses) return null;
      const keys = readKeys(readFileSync(poses, 'utf8'), poses);
      const driver = createKeyedCollider('wheel', readObj(readFileSync(mesh, 'utf8'), mesh), keys);
      const state = makeGround({ rate: 500 });
      const steps = 1000;
      let total = 0;
      for (let n = 0; n < steps; n++) {
        driver.advance(n / 500, (n + 1) / 500);
        const begin = performance.now();
        stepGround(state, driver.colliders);
        total += performance.now() - begin;
      }
      return total / steps;
    },
  },
  ...sprayBenchmarks,
];

async function runAndSettle(): Promise<GroundState> {
  const driver = await openRunner();
  const state = makeGround(runnerGround);
  runOver(state, driver);
  settleGround(state);
  // Until the last tile sleeps.
  for (let n = 0; n < 40; n++) stepGround(state, []);
  return state;
}
