import { hashUnit } from '../../../math/random.ts';
import type { Collider, RigidCollider } from '../../../motion/collider.ts';
import type { GroundKernel } from '../kernel.ts';
import type { GroundParams } from '../params.ts';
import { type MaterialName, materialNames } from '../rules/materials.ts';
import type { GroundState } from '../state.ts';
import { stepGround } from '../step.ts';
import { makeGround } from './grounds.ts';
import { createBall, createPost, createShoe, moveTo, placeAt } from './shapes.ts';

/** A small random scene: a ground and some bodies that move through it. */
export interface RandomScene {
  readonly params: Partial<GroundParams>;
  readonly bodies: readonly RigidCollider[];
  /** Moves the bodies over step n. */
  advance(n: number): void;
}

/** Creates random bodies that fall, slide and rise again on some ground. */
export function makeScene(seed: number): RandomScene {
  const random = (what: number, item = 0) => hashUnit(seed, what, item);
  const bodies = Array.from({ length: 1 + Math.floor(3 * random(1)) }, (_, k) => {
    const kind = Math.floor(3 * random(2, k));
    return kind === 0 ? createBall(0.12, 10) : kind === 1 ? createPost(0.08, 0.3, 16) : createShoe(24, 10);
  });
  const paths = bodies.map((_, k) => ({
    x: random(3, k) - 0.5,
    z: random(4, k) - 0.5,
    dx: (random(5, k) - 0.5) / 20,
    dz: (random(6, k) - 0.5) / 20,
    turn: 6 * random(7, k),
    depth: 0.01 + 0.05 * random(8, k),
    lowest: bodies[k].name === 'ball' ? -0.12 : 0,
  }));
  const at = (n: number) => {
    paths.forEach((path, k) => {
      const sink = path.depth * Math.min(1, (n + k) / 6) - (n > 14 ? 0.02 * (n - 14) : 0);
      moveTo(
        bodies[k],
        path.x + path.dx * n,
        -path.lowest - sink,
        path.z + path.dz * n,
        path.turn + 0.02 * n,
      );
    });
  };
  at(0);
  at(0);
  const material: MaterialName = materialNames[Math.floor(3 * random(9))];
  return {
    params: {
      material,
      cell: [0.01, 0.02, 0.03][Math.floor(3 * random(10))],
      noiseAmplitude: 0.006 * random(11),
      rate: [60, 120, 240][Math.floor(3 * random(12))],
      contour: (['chamfer', 'eight-way', 'four-way'] as const)[Math.floor(3 * random(13))],
      limitFlow: random(14) < 0.3,
      contactRule: random(15) < 0.8 ? 'touching' : 'moved',
      contactColumns: random(16) < 0.8 ? 'walls' : 'yielding',
      insideSlopeRule: random(17) < 0.8 ? 'pressed' : 'contact',
      ...(random(18) < 0.3 ? { size: [1, 0.8] } : {}),
    },
    bodies,
    advance: at,
  };
}

/** Runs a scene for some steps on a new ground. `reorder` may change the order of its bodies, `overrides` its ground. */
export function runScene(
  seed: number,
  steps: number,
  kernel?: GroundKernel,
  reorder: (bodies: Collider[]) => Collider[] = (bodies) => bodies,
  overrides: Partial<GroundParams> = {},
): GroundState {
  const scene = makeScene(seed);
  const state = makeGround({ ...scene.params, ...overrides }, kernel, seed);
  for (let n = 1; n <= steps; n++) {
    scene.advance(n);
    stepGround(state, reorder([...scene.bodies]));
  }
  return state;
}

/** Scenes whose hashes are stored. Changed hashes are listed under *Results changed* in the change log. */
export const goldenScenes: { readonly [name: string]: (kernel?: GroundKernel) => GroundState } = {
  'shoe in sand': (kernel) => pressShoe('sand', kernel),
  'shoe in mud': (kernel) => pressShoe('mud', kernel),
  'shoe in snow': (kernel) => pressShoe('snow', kernel),
  'random bodies': (kernel) => runScene(5, 24, kernel),
};

function pressShoe(material: MaterialName, kernel?: GroundKernel): GroundState {
  const state = makeGround({ material, noiseAmplitude: 0.004 }, kernel, 11);
  const shoe = createShoe(32, 12);
  placeAt(shoe, 0.05, 0, 0.31, 0.4);
  for (let n = 1; n <= 20; n++) {
    moveTo(shoe, 0.05 + 0.002 * n, -0.04 * Math.min(1, n / 6) + 0.01 * Math.max(0, n - 12), 0.31, 0.4);
    stepGround(state, [shoe]);
  }
  return state;
}
