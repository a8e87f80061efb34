import {
  Bone,
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  SphereGeometry,
} from 'three';
import { describe, expect, test } from 'vitest';
import { makeRod } from '../../systems/flesh/testing/lumped-part.ts';
import { LiveFlesh, type LiveFleshOptions } from '../flesh/live-flesh.ts';
import { LiveFur, type LiveFurOptions } from '../fur/live-fur.ts';
import { colliderFrom } from './collider-from.ts';

const rod = makeRod();

interface Rider {
  readonly scene: Group;
  readonly ship: Group;
  /** The character on the ship. */
  readonly figure: Object3D;
  update(dt: number): void;
  /** Returns the visible motion, relative to the ship. */
  read(): number[];
  readonly system: LiveFlesh | LiveFur;
}

function placeShip(): { scene: Group; ship: Group } {
  const ship = new Group();
  ship.name = 'ship';
  ship.position.set(100, 0, -40);
  const scene = new Group().add(ship);
  return { scene, ship };
}

function makeFlesh(options: LiveFleshOptions | ((ship: Object3D) => LiveFleshOptions) = {}): Rider {
  const { scene, ship } = placeShip();
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(24), 3));
  const bone = new Bone();
  const root = new Group().add(bone, new Mesh(geometry, new MeshBasicMaterial()));
  root.position.set(3, 1, 2);
  ship.add(root);
  const own = typeof options === 'function' ? options(ship) : options;
  const system = new LiveFlesh(root, rod, { bones: [bone], maxDisplacement: 100, ...own });
  return {
    scene,
    ship,
    figure: bone,
    system,
    update: (dt) => system.update(dt),
    read: () => [...system.states[0].amplitudes],
  };
}

async function makeFur(options: LiveFurOptions | ((ship: Object3D) => LiveFurOptions) = {}): Promise<Rider> {
  const { scene, ship } = placeShip();
  const mesh = new Mesh(new CylinderGeometry(0.1, 0.1, 1, 8, 4, true), new MeshStandardMaterial());
  mesh.position.set(3, 1, 2);
  ship.add(mesh);
  const own = typeof options === 'function' ? options(ship) : options;
  const system = await LiveFur.create({
    mesh,
    ...own,
    params: { coat: 'dog', length: 0.05, layerCount: 12, texels: 16, ...own.params },
  });
  scene.add(system.object);
  return {
    scene,
    ship,
    figure: mesh,
    system,
    update: (dt) => system.update(dt),
    read() {
      const { offsets } = system.fur.shells;
      const seen: number[] = [];
      for (let k = 0; k < offsets.length; k += 3) {
        seen.push(
          ...new Object3D().position.fromArray(offsets, k).applyQuaternion(ship.quaternion.clone().invert()),
        );
      }
      return seen;
    },
  };
}

type Sail = (ship: Object3D, t: number) => void;
const rest: Sail = () => {};
/** A motion of the ship with accelerations up to 60 m/s². */
const pitch: Sail = (ship, t) =>
  void ship.position.set(100 + 1.5 * Math.sin(6 * t), 0.2 * Math.sin(9 * t), -40 + Math.cos(6 * t));
const turn: Sail = (ship, t) => {
  pitch(ship, t);
  ship.rotation.y = Math.sin(4 * t);
};
const roll: Sail = (ship, t) => {
  pitch(ship, t);
  ship.rotation.set(0.6 * Math.sin(5 * t), 0.5 * t, 0.4 * Math.sin(3 * t));
};

/** Returns the visible motion in 0.7 s of irregular frames. The character also moves on the ship. */
function run(rider: Rider, sail: Sail, during?: (frame: number) => void): number[] {
  const seen: number[] = [];
  let t = 0;
  for (let frame = 0; frame < 45; frame++) {
    const dt = frame % 3 === 0 ? 0.021 : 0.013;
    t += dt;
    during?.(frame);
    sail(rider.ship, t);
    rider.figure.rotation.x = 0.4 * Math.sin(7 * t);
    rider.update(dt);
    seen.push(...rider.read());
  }
  return seen;
}

const farthest = (a: readonly number[], b: readonly number[]) =>
  a.reduce((max, value, k) => Math.max(max, Math.abs(value - b[k])), 0);
const size = (a: readonly number[]) => a.reduce((max, value) => Math.max(max, Math.abs(value)), 0);

const make = {
  flesh: async (options: object | ((ship: Object3D) => object) = {}) => makeFlesh(options),
  fur: async (options: object | ((ship: Object3D) => object) = {}) => makeFur(options),
};
const rounding = { flesh: 1e-6, fur: 1e-5 };

describe.each(['flesh', 'fur'] as const)('live %s on a ship', (kind) => {
  const on = (referenceFactor: number) =>
    make[kind]((ship: Object3D) => ({ reference: ship, referenceFactor }));

  test('factor 0: it moves as on a stationary ship, at 100 m from the origin and in irregular frames', async () => {
    const still = run(await make[kind](), rest);
    expect(run(await on(0), rest)).toEqual(still);
    expect(run(await make[kind]((ship) => ({ reference: ship })), rest)).toEqual(still);
    for (const sail of [pitch, turn]) {
      expect(farthest(run(await on(0), sail), still)).toBeLessThan(rounding[kind] * size(still));
      expect(farthest(run(await make[kind](), sail), still)).toBeGreaterThan(0.05 * size(still));
    }
  });

  test('factor 1 is bit-identical to the motion in the world; 0.5 is in between', async () => {
    const all = run(await make[kind](), roll);
    expect(run(await on(1), roll)).toEqual(all);
    const whole = run(await on(1), pitch);
    const none = run(await on(0), pitch);
    const half = run(await on(0.5), pitch);
    for (const end of [whole, none]) expect(farthest(half, end)).toBeLessThan(0.8 * farthest(whole, none));
  });

  test('gravity is that of the world: on a ship that rolls, its direction changes', async () => {
    const still = run(await make[kind](), rest);
    expect(farthest(run(await on(0), roll), still)).toBeGreaterThan(0.005 * size(still));
  });

  test('a ship that moves during a pause, or jumps with everything on it, shakes nothing', async () => {
    const still = run(await make[kind](), rest);
    const paused = await on(0);
    const moved = run(paused, pitch, (frame) => {
      if (frame !== 20) return;
      paused.system.paused = true;
      paused.ship.position.x += 3;
      paused.update(0.02);
      paused.system.paused = false;
    });
    expect(farthest(moved, still)).toBeLessThan(rounding[kind] * size(still));
    const far: Sail = (ship, t) => void ship.position.set(t > 0.3 ? 900 : 100, 0, -40);
    expect(farthest(run(await on(0), far), still)).toBeLessThan(rounding[kind] * size(still));
  });

  test('boarding and leaving a train of constant speed shakes no more than a cut', async () => {
    const train: Sail = (ship, t) => void ship.position.set(100 + 30 * t, 0, -40);
    const changes = [15, 22, 30];
    const ashore = await make[kind]();
    const still = run(ashore, rest, (frame) => changes.includes(frame) && ashore.system.cut());
    const rider = await make[kind]();
    const seen = run(rider, train, (frame) => {
      if (frame === changes[0]) rider.system.reference = rider.ship;
      if (frame === changes[1]) rider.system.referenceFactor = 0.5;
      if (frame === changes[2]) rider.system.reference = null;
    });
    // The change is treated as a cut, so the system continues. But the head wind on strands begins or ends.
    expect(farthest(seen, still)).toBeLessThan((kind === 'flesh' ? 0.02 : 1) * size(still));
  });

  test('may be changed at any time, with effect from the next frame', async () => {
    const rider = await on(0);
    run(rider, rest);
    const { system } = rider;
    system.referenceFactor = 2;
    expect(system.referenceFactor).toBe(1);
    system.reference = null;
    const seen = run(rider, pitch);
    expect(seen.every(Number.isFinite)).toBe(true);
    expect(system.reference).toBe(null);
  });

  test('invalid references are refused with a remedy', async () => {
    await expect(make[kind]({ reference: 'ship' })).rejects.toThrow(
      /\.reference: expected an object of three's scene, got "ship"/,
    );
    await expect(make[kind]((ship) => ({ reference: ship, referenceFactor: 1.5 }))).rejects.toThrow(
      /\.referenceFactor: expected a number from 0 to 1/,
    );
    await expect(make[kind]({ refrence: new Object3D() })).rejects.toThrow(/did you mean "reference"\?/);
    const own = (ship: Object3D) => {
      const part = new Object3D();
      part.name = 'ear';
      ship.traverse((object) => {
        if ((object as Bone).isBone || (kind === 'fur' && (object as Mesh).isMesh)) part.userData.on = object;
      });
      (part.userData.on as Object3D).add(part);
      return { reference: part };
    };
    await expect(make[kind](own)).rejects.toThrow(/got "ear", which is a part of the figure itself/);
  });
});

test('a patch of grass has no reference', async () => {
  await expect(LiveFur.create({ reference: new Object3D() })).rejects.toThrow(
    /LiveFur\.reference: expected fur on a mesh/,
  );
});

test('a collider on the ship presses fur as on a stationary ship, also on fast ships', async () => {
  const press = async (sail: Sail, isReferred: boolean) => {
    const rider = await makeFur((ship) => (isReferred ? { reference: ship } : {}));
    const ball = new Mesh(new SphereGeometry(0.06, 12, 8), new MeshStandardMaterial());
    ball.position.set(3.16, 1.03, 2.01);
    rider.ship.add(ball);
    (rider.system as LiveFur).add(colliderFrom(ball));
    return run(rider, sail);
  };
  const alone = run(await makeFur(), rest);
  const still = await press(rest, false);
  expect(farthest(still, alone)).toBeGreaterThan(0.1 * size(alone));
  const sail: Sail = (ship, t) => void ship.position.set(100 + 80 * t, 0, -40);
  const mean = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
  for (const way of [pitch, sail]) {
    expect(mean(await press(way, true), still)).toBeLessThan(0.1 * mean(still, alone));
  }
});
