import { type BakeCharacter, FrameTimes, openScene, parseScene, Simulation } from '../../../src/index.ts';
import { namedGrounds, OutputChanges } from '../../outputs/output-changes.ts';
import type { OutputChange, OutputFacts } from '../../outputs/output-feed.ts';
import { createStage, type Stage } from '../index.ts';

/** The functions that tests of the stage call in the browser. */
export interface StagePage {
  /** Shows a scene with one character on a small stage, in its pose at t. */
  show(scene: unknown, character: string, t: number): Promise<void>;
  /**
   * Moves the character's first surface up by a shape. Returns how much the picture changes, and how much it still differs after the shape
   * is removed.
   */
  bend(metres: number): Promise<{ bent: number; restored: number }>;
  /** Returns the mean difference of two pictures, 0..255: before the graphics context is lost, and after it is restored. */
  loseContext(): Promise<number>;
  /** Returns the brightness of the picture's middle, and the number of objects on the graphics card. */
  look(): Promise<{ middle: number; geometries: number; textures: number }>;
  /** Removes the grounds. From a low position, returns the brightness of the sky and of the area below it. */
  lookWithoutGround(): Promise<{ above: number; below: number }>;
  dispose(): void;
}

let stage: Stage | null = null;
let time = 0;
let character: { name: string; actor: BakeCharacter['actor'] } | null = null;

async function draw(): Promise<Uint8Array> {
  stage!.draw(time);
  return stage!.readPixels();
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const page: StagePage = {
  async show(scene, glb, t) {
    const bytes = Uint8Array.from(atob(glb), (letter) => letter.charCodeAt(0));
    const plan = await openScene(parseScene(scene), { read: () => bytes });
    const simulation = new Simulation({
      systems: plan.systems,
      actors: plan.actors.map((actor) => actor.colliders),
      seed: plan.seed,
      start: plan.times.start,
    });
    stage ??= await createStage({ width: 160, height: 90 });
    const names = plan.systems.map((system) => system.name);
    stage.setGrounds(namedGrounds(simulation, names));
    await stage.setCharacters(plan.actors);
    character = { name: plan.actors[0].name, actor: plan.actors[0].character!.actor };
    stage.setView('close');
    simulation.advanceTo(new FrameTimes(t, t, 1).start);
    stage.applyChanges(new OutputChanges(names).take(simulation));
    time = t;
    await draw();
  },
  async loseContext() {
    const before = await draw();
    const gl = stage!.canvas.getContext('webgl2')!;
    const loss = gl.getExtension('WEBGL_lose_context')!;
    loss.loseContext();
    await rest(50);
    // Other code may continue to draw at this time.
    stage!.draw(time);
    loss.restoreContext();
    await new Promise((resolve) =>
      stage!.canvas.addEventListener('webglcontextrestored', resolve, { once: true }),
    );
    const after = await draw();
    return meanDifference(before, after);
  },
  async bend(metres) {
    stage!.setView('side');
    const before = await draw();
    const { positions } = character!.actor.rig.surfaces[0];
    const up = Float32Array.from(positions, (_, k) => (k % 3 === 1 ? 1 : 0));
    const surface = {
      surface: 0,
      vertices: Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex),
      shapes: up,
      normals: new Float32Array(positions.length),
    };
    const belly = { kind: 'morph', name: 'belly' };
    stage!.setActorOutputs([
      { ...belly, actor: character!.name, modeCount: 1, surfaces: [surface] } as OutputFacts,
    ]);
    stage!.applyChanges([{ ...belly, amplitudes: Float64Array.of(metres) } as OutputChange]);
    const bent = meanDifference(before, await draw());
    stage!.setActorOutputs([]);
    const restored = meanDifference(before, await draw());
    stage!.setView('close');
    return { bent, restored };
  },
  async look() {
    const picture = await draw();
    const { geometries, textures } = stage!.memory;
    return { middle: picture[4 * (45 * 160 + 80)], geometries, textures };
  },
  async lookWithoutGround() {
    stage!.setGrounds([]);
    stage!.setCameraPosition({ position: [0, 1.2, 6], target: [0, 1.2, 0] });
    const picture = await draw();
    return { above: picture[4 * (20 * 160 + 5)], below: picture[4 * (80 * 160 + 5)] };
  },
  dispose() {
    stage?.dispose();
    stage = null;
  },
};

Object.assign(globalThis, { stagePage: page });
