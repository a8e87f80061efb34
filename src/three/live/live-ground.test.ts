import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { InputError } from '../../input-error.ts';
import { createFullSimulation } from '../../live/full-simulation.ts';
import type { LiveReply, LiveRequest } from '../../live/live-messages.ts';
import { colliderFrom } from './collider-from.ts';
import { crowdColliderFrom } from './crowd-collider.ts';
import { LiveGround, type LiveGroundOptions } from './live-ground.ts';

/** A substitute for a Worker. It answers when the test requests it. */
class FakeWorker {
  onmessage: ((event: { data: LiveReply | { type: 'ready' | 'unable' } }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  readonly inbox: LiveRequest[] = [];
  isTerminated = false;
  private readonly simulation = createFullSimulation();
  postMessage(message: LiveRequest): void {
    this.inbox.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  begin(): void {
    this.onmessage!({ data: { type: 'ready' } });
  }
  work(look?: (reply: LiveReply) => void): void {
    for (const message of this.inbox.splice(0)) {
      const reply = this.simulation.receive(message);
      if (reply) look?.(reply);
      if (reply) this.onmessage!({ data: reply });
    }
  }
}

function scene(options: LiveGroundOptions = {}) {
  vi.stubGlobal('Worker', FakeWorker);
  const workers: FakeWorker[] = [];
  const notes: string[] = [];
  const ground = new LiveGround({
    noiseAmplitude: 0,
    createWorker: () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as unknown as Worker;
    },
    onNote: (note) => notes.push(note),
    ...options,
  });
  const box = new Mesh(new BoxGeometry(0.1, 0.1, 0.1));
  box.position.y = 0.05;
  ground.add(colliderFrom(box));
  const frames = () => workers.at(-1)!.inbox.filter((message) => message.type === 'frame');
  return { ground, box, workers, notes, frames };
}

test('a foot on the hard floor sinks in by the soft depth', () => {
  const { ground, workers, notes } = scene({ material: 'snow', level: 3, softDepth: 0.05 });
  // While the simulation is loading, no frame is queued, and none counts as dropped.
  for (let frame = 0; frame < 9; frame++) ground.update(1 / 60);
  expect([ground.steps, ground.droppedSteps]).toEqual([0, 0]);
  workers[0].begin();
  ground.update(1 / 60);
  workers[0].work();
  // The bottom of the box is far below the surface.
  expect(ground.object.datum).toBeCloseTo(3.05, 9);
  expect(ground.failure).toBeNull();
  expect(notes).toEqual([]);
  const own = scene({ material: 'snow', softDepth: 0.05 });
  own.workers[0].begin();
  own.ground.update(1 / 60);
  own.workers[0].work();
  expect(own.ground.object.heightAt(0, 0)).toBeCloseTo(0, 3);
  expect(own.ground.object.heightAt(1, 0)).toBeCloseTo(0.05, 6);
  expect(scene({ material: 'sand' }).ground.object.datum).toBeCloseTo(0.0255, 9);
});

test('equal frames become equal steps at every frame rate', () => {
  const { ground, frames, workers } = scene();
  workers[0].begin();
  for (let frame = 0; frame < 48; frame++) {
    ground.update(1 / 144);
    workers[0].work();
  }
  expect(ground.steps).toBe(40);
  for (let frame = 0; frame < 20; frame++) {
    ground.update(1 / 60);
    const [message] = frames();
    expect(message.steps).toBe(2);
    workers[0].work();
  }
  expect(ground.steps).toBe(80);
  expect(ground.droppedSteps).toBe(0);
});

test('a simulation that falls behind drops steps with a note, misses no motion and does not stall the page', () => {
  const { ground, box, frames, workers, notes } = scene();
  workers[0].begin();
  for (let frame = 0; frame < 12; frame++) {
    box.position.x = 0.02 * frame;
    ground.update(1 / 60);
  }
  expect(frames()).toHaveLength(2);
  expect(notes).toEqual([]);
  workers[0].work();
  box.position.x = 0.26;
  ground.update(1 / 60);
  const [late] = frames();
  expect(late.steps).toBe(1);
  expect(late.seconds).toBeCloseTo(11 / 60, 9);
  expect(ground.droppedSteps).toBe(21);
  expect(notes).toEqual(['the simulation cannot keep up: 21 of its steps were left out so far']);
  workers[0].work();
  for (let x = 0; x <= 0.25; x += 0.01) expect(ground.object.heightAt(x, 0)).toBeLessThan(0.001);
});

test('pause, a frame of zero time, and a hidden tab', () => {
  const { ground, box, frames, workers } = scene();
  workers[0].begin();
  ground.update(1 / 60);
  workers[0].work();
  const steps = ground.steps;
  ground.update(0);
  ground.paused = true;
  box.position.x = 3;
  ground.update(1 / 60);
  expect(frames()).toEqual([]);
  ground.paused = false;
  box.position.x = 3.1;
  ground.update(1 / 60);
  const [resumed] = frames();
  expect(resumed.poses.every((pose) => pose.cut)).toBe(true);
  workers[0].work();
  expect(ground.object.heightAt(3.1, 0)).toBeLessThan(0.001);
  expect(ground.object.heightAt(3, 0)).toBeCloseTo(0.0255, 3);
  // After a minute without frames there are no additional steps, and nothing is swept.
  box.position.x = 6;
  ground.update(60);
  expect(ground.steps).toBeLessThanOrEqual(steps + 4);
  workers[0].work();
  expect(ground.object.heightAt(4.5, 0)).toBeCloseTo(0.0255, 3);
});

test('without a Worker the page does the work, with a note', async () => {
  const { ground, notes, workers } = scene();
  workers[0].onerror!({ message: 'blocked', preventDefault: () => {} });
  expect(workers[0].isTerminated).toBe(true);
  await vi.waitFor(() => {
    ground.update(1 / 60);
    expect(ground.object.heightAt(0, 0)).toBeLessThan(0.001);
  });
  expect(notes).toEqual(["the ground is simulated on the page's own thread: blocked"]);
  const asked = scene({ createWorker: null });
  await vi.waitFor(() => {
    asked.ground.update(1 / 60);
    expect(asked.ground.object.heightAt(0, 0)).toBeLessThan(0.001);
  });
  asked.ground.dispose();
});

/** Replaces Worker by one that records its module and does not begin by itself. */
function recordWorkers() {
  const started: { readonly module: string; readonly worker: FakeWorker }[] = [];
  const Recorded = class extends FakeWorker {
    constructor(url: URL) {
      super();
      started.push({ module: url.pathname.split('/').at(-1)!, worker: this });
    }
  };
  return { started, Recorded };
}

test.each([
  { options: {}, module: 'plain-ground-worker.js' },
  { options: { material: 'snow', maxTouchedTiles: 100 }, module: 'plain-ground-worker.js' },
  { options: { forwardBias: 0.5 }, module: 'ground-worker.js' },
  { options: { spray: true }, module: 'ground-worker.js' },
  { options: { looseDepth: 0.02 }, module: 'ground-worker.js' },
  { options: { waterLevel: 0 }, module: 'ground-worker.js' },
] as const)('a ground with $options runs in $module', ({ options, module }) => {
  const { started, Recorded } = recordWorkers();
  vi.stubGlobal('Worker', Recorded);
  const ground = new LiveGround(options);
  ground.add(colliderFrom(new Mesh(new BoxGeometry())));
  expect(started.map((one) => one.module)).toEqual([module]);
  ground.dispose();
});

test('if the smaller Worker cannot run, the complete one replaces it and gets all messages', () => {
  const { started, Recorded } = recordWorkers();
  vi.stubGlobal('Worker', Recorded);
  const notes: string[] = [];
  const ground = new LiveGround({ material: 'snow', noiseAmplitude: 0, onNote: (note) => notes.push(note) });
  ground.add(colliderFrom(new Mesh(new BoxGeometry(0.1, 0.1, 0.1))));
  started[0].worker.onmessage!({ data: { type: 'unable' } });
  expect(started.map((one) => one.module)).toEqual(['plain-ground-worker.js', 'ground-worker.js']);
  expect(started[0].worker.isTerminated).toBe(true);
  started[1].worker.begin();
  ground.update(1 / 60);
  started[1].worker.work();
  expect(ground.object.tileCount).toBeGreaterThan(0);
  expect([ground.failure, notes]).toEqual([null, []]);
  ground.dispose();
});

test('stones and water are loaded before anything leaves a print, and are drawn as the simulation has them', async () => {
  const stones = [{ position: [0, 0], radius: 0.2, height: 0.15 }] as const;
  const { ground, workers, frames } = scene({ stones, waterLevel: -1 });
  workers[0].begin();
  ground.update(1 / 60);
  expect(frames()).toEqual([]);
  const level = ground.object.datum;
  expect(ground.object.heightAt(0, 0)).toBeCloseTo(level, 6);
  await vi.waitFor(() => expect(ground.object.heightAt(0, 0)).toBeCloseTo(level + 0.15, 3));
  ground.update(1 / 60);
  expect(frames()).toHaveLength(1);
  workers[0].work();
  // The box is on the stone, which does not yield.
  expect(ground.object.heightAt(0, 0)).toBeCloseTo(level + 0.15, 3);
  ground.dispose();
});

test('reset restores the initial ground; dispose ends the Worker; late answers are ignored', () => {
  const { ground, workers } = scene();
  workers[0].begin();
  ground.update(1 / 60);
  workers[0].work();
  expect(ground.object.tileCount).toBeGreaterThan(0);
  ground.update(1 / 60);
  ground.reset();
  workers[0].work();
  expect(ground.object.tileCount).toBe(0);
  workers[1].begin();
  ground.update(1 / 60);
  workers[1].work();
  expect(ground.object.tileCount).toBeGreaterThan(0);
  ground.dispose();
  expect(workers.every((worker) => worker.isTerminated)).toBe(true);
  ground.update(1 / 60);
  expect(workers[1].inbox).toEqual([]);
});

test('a failure stops the ground and is reported; wrong parameters are refused at once', () => {
  const { ground, workers, notes, frames } = scene();
  workers[0].begin();
  workers[0].onmessage!({ data: { type: 'failed', message: 'out of memory' } });
  ground.update(1 / 60);
  expect(frames()).toEqual([]);
  expect(ground.failure).toBe('out of memory');
  expect(notes).toEqual(['the ground has stopped: out of memory']);
  expect(() => new LiveGround({ cell: 1e-9 })).toThrow(InputError);
  expect(() => new LiveGround({ terrain: 'dunes.png' })).toThrow(
    /^LiveGround\.terrain: expected none, since a live ground reads no files/,
  );
  expect(() => new LiveGround({ density: 1600 })).toThrow(
    /^LiveGround\.density: expected none, since nothing sinks into a live ground by its weight/,
  );
});

test('a lost Worker, and a message that cannot be read, are reported', () => {
  const { ground, workers, notes } = scene();
  workers[0].begin();
  // A frame longer than a quarter of a second is a pause of the page, not one of the Worker.
  for (let frame = 0; frame < 3; frame++) ground.update(60);
  for (let frame = 0; frame < 110 && ground.failure === null; frame++) ground.update(0.2);
  expect(ground.failure).toContain('its Worker has not answered for 20 s');
  expect(notes.at(-1)).toContain('the ground has stopped: its Worker has not answered');
  ground.reset();
  workers[1].begin();
  ground.update(1 / 60);
  workers[1].work();
  expect([ground.failure, workers[0].isTerminated]).toEqual([null, true]);
  expect(ground.object.tileCount).toBeGreaterThan(0);
  (workers[1] as unknown as Worker).onmessageerror!(null as unknown as MessageEvent);
  expect(ground.failure).toBe('a message could not be read');
  ground.dispose();
});

test('the memory of changes and of crowds goes back and forth between the threads', () => {
  const { ground, workers, box } = scene({ rate: 60 });
  const crowd = new InstancedMesh(new BoxGeometry(0.1, 0.1, 0.1), new MeshBasicMaterial(), 3);
  ground.add(crowdColliderFrom(crowd));
  workers[0].begin();
  const [changes, poses] = [new Set<unknown>(), new Set<unknown>()];
  for (let frame = 0; frame < 12; frame++) {
    box.position.x = 0.01 * frame;
    for (let k = 0; k < 3; k++)
      crowd.setMatrixAt(k, new Matrix4().makeTranslation(0.02 * frame, 0.05, 0.3 + k));
    ground.update(1 / 60);
    workers[0].work((reply) => {
      if (reply.type !== 'stepped') throw new Error(JSON.stringify(reply));
      for (const { heights, pressed } of reply.changes) changes.add(heights.buffer).add(pressed.buffer);
      for (const { values } of reply.crowds) poses.add(values.buffer);
    });
  }
  expect(ground.object.heightAt(0.1, 0)).toBeLessThan(0.01);
  expect(ground.object.heightAt(0.1, 2.3)).toBeLessThan(0.01);
  // More than one only while they grow.
  expect(poses.size).toBe(1);
  expect(changes.size).toBeLessThanOrEqual(3);
});

test('spray that a box throws up flies over the ground until a reset', async () => {
  const { ground, box, workers, notes } = scene({
    spray: true,
    adhesion: 0.002,
    sprayParticleSize: 0.004,
    softDepth: 0.02,
    rate: 60,
  });
  expect(scene().ground.spray).toBeNull();
  await vi.waitFor(() => expect(ground.spray).not.toBeNull(), { timeout: 30_000 });
  workers[0].begin();
  const frame = () => {
    ground.update(1 / 60);
    workers[0].work();
  };
  for (let n = 0; n < 4; n++) frame();
  expect(ground.spray!.particleCount).toBe(0);
  for (let n = 0; n < 12; n++) {
    box.position.y += 0.08;
    box.position.x += 0.03;
    frame();
  }
  expect(notes).toEqual([]);
  // 100 cm² times 2 mm are 20 cm³, or 312 particles. Most of them have been thrown by then.
  expect(ground.spray!.particleCount).toBeGreaterThan(150);
  expect(ground.spray!.particleCount).toBeLessThan(330);
  expect(ground.spray!.parent).toBe(ground.object);
  ground.reset();
  expect(ground.spray!.particleCount).toBe(0);
  ground.dispose();
});

test('a fast car leaves an unbroken rut, whatever the rates of its physics and of the screen', () => {
  for (const [physics, screen] of [
    [60, 144],
    [60, 90],
    [50, 120],
  ]) {
    const { ground, box, workers, notes } = scene({ cell: 0.04 });
    workers[0].begin();
    let [time, stepped] = [0, 0];
    for (let frame = 0; frame < screen / 3; frame++) {
      time += 1 / screen;
      for (; stepped + 1 / physics <= time + 1e-12; stepped += 1 / physics) box.position.x += 22 / physics;
      ground.update(1 / screen);
      workers[0].work();
    }
    const heights: number[] = [];
    // The first displacement is left out: it counts as a jump, because the car did not move before.
    for (let x = 22 / physics; x < box.position.x; x += 0.04) heights.push(ground.object.heightAt(x, 0));
    expect(heights.filter((height) => height > 0.001)).toEqual([]);
    expect(notes).toEqual([]);
  }
});

test('a collider above its teleportSpeed is reported once, with a remedy', () => {
  const { ground, box, workers, notes } = scene();
  box.name = 'rocket';
  workers[0].begin();
  for (let frame = 0; frame < 60; frame++) {
    box.position.x += 1;
    ground.update(1 / 60);
    workers[0].work();
  }
  expect(notes).toEqual([
    '"rocket" has moved at 60 m/s, three times within a second: faster than its teleportSpeed of 40 m/s, so it leaves ' +
      'no mark there. If it is that fast, make its collider with a higher teleportSpeed',
  ]);
});

/** Moves a box by 1 m along x through snow, relative to the ground's object. `each` is called in each frame and may shift the world. */
function drawBox(
  begin: (box: Mesh, ground: LiveGround) => void,
  each: (box: Mesh, ground: LiveGround, frame: number) => void = () => {},
) {
  const { ground, box, workers, notes } = scene({ material: 'snow', noiseAmplitude: 0.003 });
  begin(box, ground);
  workers[0].begin();
  for (let frame = 0; frame < 60; frame++) {
    if (frame > 0) box.position.x += 1 / 64;
    each(box, ground, frame);
    ground.update(1 / 60);
    workers[0].work();
  }
  const heights = Array.from({ length: 120 }, (_, k) => ground.object.heightAt(0.01 * k, 0));
  return { heights, ground, notes };
}

test('a moved ground has its prints where it is drawn', () => {
  const still = drawBox(() => {});
  expect(Math.min(...still.heights)).toBeLessThan(0.01);
  const moved = drawBox((box, ground) => {
    ground.object.position.set(5, 2, -3);
    box.position.add(ground.object.position);
  });
  expect(moved.heights).toEqual(still.heights);
  const below = drawBox((box, ground) => {
    const group = new Group().add(ground.object);
    group.position.set(-2, 0.5, 8);
    ground.object.position.x = 1;
    box.position.add(new Vector3(-1, 0.5, 8));
  });
  expect(below.heights).toEqual(still.heights);
});

test('shifting the world to its origin changes nothing in the ground and leaves no streak', () => {
  const still = drawBox(() => {});
  const objects = drawBox(
    () => {},
    (box, ground, frame) => {
      if (frame !== 30) return;
      box.position.x -= 1000;
      ground.object.position.x -= 1000;
    },
  );
  expect(objects.heights).toEqual(still.heights);
  expect(objects.notes).toEqual([]);
  const world = new Group();
  const parent = drawBox(
    (box, ground) => world.add(box, ground.object),
    (_box, _ground, frame) => {
      if (frame === 30) world.position.x -= 1000;
    },
  );
  expect(parent.heights).toEqual(still.heights);
});

test('prints 100 km from the origin are as sharp as at the origin', () => {
  const near = scene({ material: 'snow', noiseAmplitude: 0 });
  const far = scene({ material: 'snow', noiseAmplitude: 0 });
  // The distance is an integer number of columns.
  const away = 102_400;
  far.box.position.x += away;
  for (const { ground, box, workers } of [near, far]) {
    workers[0].begin();
    for (let frame = 0; frame < 30; frame++) {
      if (frame > 0) box.position.x += 1 / 64;
      ground.update(1 / 60);
      workers[0].work();
    }
  }
  for (let k = -20; k < 80; k++) {
    const height = far.ground.object.heightAt(away + 0.01 * k, 0);
    expect(height).toBeCloseTo(near.ground.object.heightAt(0.01 * k, 0), 4);
  }
});

test('mounted, unmounted and mounted again it continues, and no Worker remains', () => {
  const { ground, box, workers } = scene();
  const world = new Group().add(ground.object);
  for (let mount = 0; mount < 10; mount++) {
    ground.dispose();
    expect(ground.failure).toContain('disposed');
    ground.update(1 / 60);
    ground.add(colliderFrom(box));
    expect(ground.failure).toBeNull();
    expect(ground.object.parent).toBe(world);
  }
  expect(workers.filter(({ isTerminated }) => !isTerminated)).toHaveLength(1);
  workers.at(-1)!.begin();
  ground.update(1 / 60);
  workers.at(-1)!.work();
  expect(ground.object.tileCount).toBeGreaterThan(0);
  ground.dispose();
  expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
});

test('a ground without a collider starts no Worker', () => {
  const createWorker = vi.fn();
  new LiveGround({ createWorker }).update(1 / 60);
  expect(createWorker).not.toHaveBeenCalled();
});

/** Waits until grounds have the code that follows a reference. */
async function loadFollower(): Promise<void> {
  await import('./reference-follower.ts');
  // A ground waits for the same module, and may go on after this function.
  await new Promise((done) => setTimeout(done));
}

/** Moves a box by 1 m through snow on the deck of a ship. `sail` is called before each frame and moves the ship. */
async function drawOnDeck(
  sail: (ship: Group, frame: number) => void,
  options: (ship: Group) => LiveGroundOptions,
  prepare: (ground: LiveGround, ship: Group) => void = () => {},
) {
  const ship = new Group();
  ship.position.set(100, 2, -40);
  const { ground, box, workers, notes } = scene({
    material: 'snow',
    noiseAmplitude: 0.003,
    ...options(ship),
  });
  ship.add(box);
  const world = new Group().add(ship);
  if (ground.object.parent === null) world.add(ground.object);
  ground.object.position.copy(ship.position);
  prepare(ground, ship);
  // The code that follows a reference has loaded then.
  await loadFollower();
  workers[0].begin();
  for (let frame = 0; frame < 60; frame++) {
    if (frame > 0) box.position.x += 1 / 64;
    sail(ship, frame);
    ground.update(1 / 60);
    workers[0].work();
  }
  ship.updateWorldMatrix(true, true);
  ground.object.updateWorldMatrix(true, true);
  const heights = Array.from({ length: 120 }, (_, k) => ground.object.heightAt(0.01 * k, 0));
  return { heights, ground, ship, notes };
}

/** Moves the ship faster than the limit for jumps, and inclines it. */
function sailFast(ship: Group, frame: number): void {
  const t = frame / 60;
  ship.position.set(100 + 60 * t, 2 + 0.5 * Math.sin(5 * t), -40);
  ship.rotation.set(0.3 * Math.sin(4 * t), 2 * t, 0.2 * Math.sin(3 * t));
}

test('a ground on a ship has its prints on the deck, for any motion of the ship', async () => {
  const still = await drawOnDeck(
    () => {},
    () => ({}),
  );
  expect(Math.min(...still.heights)).toBeLessThan(0.01);
  const referred = await drawOnDeck(sailFast, (ship) => ({ reference: ship }));
  const child = await drawOnDeck(
    sailFast,
    () => ({}),
    (ground, ship) => {
      ground.object.position.set(0, 0, 0);
      ship.add(ground.object);
    },
  );
  const both = await drawOnDeck(
    sailFast,
    (ship) => ({ reference: ship }),
    (ground, ship) => {
      ground.object.position.set(0, 0, 0);
      ship.add(ground.object);
    },
  );
  for (const { heights, notes, ground, ship } of [referred, child, both]) {
    heights.forEach((height, k) => {
      expect(height).toBeCloseTo(still.heights[k], 4);
    });
    expect(notes).toEqual([]);
    // The ground is also drawn at the position of the ship.
    ground.object.matrixWorld.elements.forEach((value, k) => {
      expect(value).toBeCloseTo(ship.matrixWorld.elements[k], 9);
    });
  }
  const left = await drawOnDeck(sailFast, (ship) => ({ reference: ship, referenceFactor: 1 }));
  expect(left.ground.object.position.x).toBe(100);
  expect(left.ground.reference).toBe(left.ship);
});

test('a ground with a factor between 0 and 1 follows by that fraction', async () => {
  const sail = (ship: Group, frame: number) => void ship.position.setX(100 + 0.1 * frame);
  const { ground } = await drawOnDeck(sail, (ship) => ({ reference: ship, referenceFactor: 0.25 }));
  expect(ground.object.position.x).toBeCloseTo(100 + 0.75 * 5.9, 9);
  ground.reference = null;
  ground.update(1 / 60);
  expect(ground.object.position.x).toBeCloseTo(100 + 0.75 * 5.9, 9);
  expect(() => new LiveGround({ reference: 'Ship' as never })).toThrow(
    /LiveGround\.reference: expected an object/,
  );
  expect(() => new LiveGround({ referenceFactor: 7 })).toThrow(
    /LiveGround\.referenceFactor: expected a number from 0 to 1/,
  );
});

test('what a reference moves before its code has loaded is followed, without prints in between', async () => {
  const ship = new Group();
  const { ground, box, workers } = scene({ material: 'snow', noiseAmplitude: 0, reference: ship });
  ship.add(box);
  new Group().add(ship, ground.object);
  workers[0].begin();
  for (let frame = 1; frame <= 3; frame++) {
    ship.position.x = frame;
    ground.update(1 / 60);
    workers[0].work();
  }
  await loadFollower();
  ground.update(1 / 60);
  workers[0].work();
  expect(ground.object.position.x).toBeCloseTo(3, 9);
  const { object } = ground;
  for (const x of [0.9, 1.5, 2.1]) expect(object.heightAt(x, 0)).toBeCloseTo(object.datum, 5);
  expect(object.heightAt(0, 0)).toBeLessThan(object.datum - 0.01);
});

test('what sticks to a mesh is its vertex attribute, of a geometry of its own, until the ground is reset', async () => {
  const { ground, box, workers } = scene({ material: 'mud', stickingDepth: 0.002, stickingHalfLife: 0.2 });
  const given = box.geometry;
  box.position.y = 0.02;
  workers[0].begin();
  const run = async (frames: number) => {
    for (let frame = 0; frame < frames; frame++) {
      ground.update(1 / 60);
      workers.at(-1)!.work();
    }
    // The code that shows it loads when it is needed.
    await import('./collider-covers.ts');
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  await run(6);
  const read = () => {
    const [positions, sticking] = ['position', 'sticking'].map((name) => box.geometry.getAttribute(name));
    return Array.from({ length: positions.count }, (_, k) => [positions.getY(k) < 0, sticking.getX(k)]);
  };
  expect(given.getAttribute('sticking')).toBeUndefined();
  expect(box.geometry.getAttribute('position')).toBe(given.getAttribute('position'));
  expect(read().every(([isLow, amount]) => amount === (isLow ? 1 : 0))).toBe(true);
  box.position.y = 0.5;
  await run(24);
  const half = Math.max(...read().map(([, amount]) => Number(amount)));
  expect(half).toBeGreaterThan(0.1);
  expect(half).toBeLessThan(0.6);
  ground.reset();
  await run(0);
  expect(read().every(([, amount]) => amount === 0)).toBe(true);
  expect(ground.failure).toBeNull();
});

test('a ground to which nothing sticks leaves geometries as they are', () => {
  const { ground, box, workers } = scene({ material: 'mud' });
  const { geometry } = box;
  box.position.y = 0.02;
  workers[0].begin();
  ground.update(1 / 60);
  workers[0].work((reply) => expect(reply).not.toHaveProperty('covers'));
  expect(box.geometry).toBe(geometry);
});
