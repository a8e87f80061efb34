import { hashUnit } from '../../../../math/random.ts';
import type { Collider, DeformingCollider, RigidCollider } from '../../../../motion/collider.ts';
import type { GroundParams } from '../../params.ts';
import { materialNames } from '../../rules/materials.ts';
import { createShoe } from '../../testing/shapes.ts';
import { createPlate, createTread, rest, roll } from './bodies.ts';

/** A small random scene: ground with spray, and bodies that press into it, leave it and return. */
export interface SprayScene {
  readonly params: Partial<GroundParams>;
  readonly colliders: readonly Collider[];
  /** Moves all bodies over step n. */
  advance(n: number): void;
}

export function makeSprayScene(seed: number): SprayScene {
  const random = (what: number, item = 0) => hashUnit(seed, 900 + what, item);
  const rate = [60, 120, 240][Math.floor(3 * random(0))];
  const bodies = Array.from({ length: 1 + Math.floor(3 * random(1)) }, (_, k) => {
    const kind = Math.floor(3 * random(2, k));
    const name = `body ${k}`;
    if (kind === 0) return { ...createTread(0.2, 0.06, 40), name };
    return kind === 1 ? createPlate(0.15, 4, name) : { ...createShoe(20, 8), name };
  });
  const paths = bodies.map((body, k) => ({
    x: 0.6 * random(3, k) - 0.3,
    z: 0.6 * random(4, k) - 0.3,
    speed: 8 * random(5, k) - 4,
    swing: 0.02 + 0.06 * random(6, k),
    pace: 8 + 20 * random(7, k),
    spin: 30 * random(8, k) - 15,
    lowest: body.positions.reduce((low, value, n) => (n % 3 === 1 ? Math.min(low, value) : low), 0),
  }));
  const skins = bodies.map((body, k) => (random(9, k) < 0.35 ? createSkin(body) : null));
  const move = (n: number) => {
    paths.forEach(({ x, z, speed, swing, pace, spin, lowest }, k) => {
      const t = n / rate;
      // Periodically down into the ground and out of it again.
      const up = swing * (((t * pace) / 6 + 0.3 * k) % 2 < 1 ? -0.4 : 1.5);
      const turn = lowest < -0.1 ? spin * t : 0;
      roll(bodies[k], [x + speed * t, up - lowest, z], turn, 1 / rate);
      const skin = skins[k];
      if (skin) moveSkin(skin, bodies[k], rate);
    });
  };
  for (const body of bodies) rest(body, [0, 2, 0]);
  move(0);
  move(0);
  return {
    params: {
      spray: true,
      rate,
      material: materialNames[Math.floor(3 * random(10))],
      cell: [0.01, 0.02][Math.floor(2 * random(11))],
      noiseAmplitude: 0.006 * random(12),
      sprayParticleSize: 0.006 + 0.006 * random(13),
      sprayTime: 0.02 + 0.1 * random(14),
      ...(random(16) < 0.7 ? { spraySpeed: 0.5 + 3 * random(15) } : { sprayRule: 'acceleration' as const }),
      sprayContact: random(17) < 0.6 ? 'leaving' : 'sliding',
      contactRule: random(18) < 0.8 ? 'touching' : 'moved',
      sprayDrag: random(19) < 0.5 ? 0 : 4 * random(20),
      ...(random(21) < 0.3 ? { size: [1.2, 0.8] as const } : {}),
      ...(random(22) < 0.3 ? { maxSprayParticles: 40 } : {}),
    },
    colliders: bodies.map((body, k) => skins[k] ?? body),
    advance: move,
  };
}

function createSkin(body: RigidCollider): DeformingCollider {
  return {
    kind: 'deforming',
    name: body.name,
    vertexCount: body.vertexCount,
    indices: body.indices,
    cut: false,
    start: new Float64Array(3 * body.vertexCount),
    end: new Float64Array(3 * body.vertexCount),
    velocity: new Float64Array(3 * body.vertexCount),
  };
}

/** Sets the skin to the pose of the rigid body. Each of its vertices moves on a straight line. */
function moveSkin(skin: DeformingCollider, body: RigidCollider, rate: number): void {
  for (const [out, { position, rotation }] of [
    [skin.start, body.start],
    [skin.end, body.end],
  ] as const) {
    const [, , z, w] = rotation;
    const [c, s] = [w * w - z * z, 2 * z * w];
    for (let k = 0; k < out.length; k += 3) {
      const [x, y] = [body.positions[k], body.positions[k + 1]];
      out[k] = position[0] + c * x - s * y;
      out[k + 1] = position[1] + s * x + c * y;
      out[k + 2] = position[2] + body.positions[k + 2];
    }
  }
  for (let k = 0; k < skin.velocity.length; k++) skin.velocity[k] = (skin.end[k] - skin.start[k]) * rate;
}
