import { FrameTimes, openScene, parseScene, Simulation } from '../../../src/index.ts';
import { takeHeightfieldChanges } from '../../../src/systems/heightfield-change.ts';
import { namedGrounds } from '../../run/output-changes.ts';
import { createStage, type Stage } from '../index.ts';

/** What tests of the stage call in the browser. */
export interface StagePage {
  /** Puts a scene with one character on a small stage, as it stands at t. */
  show(scene: unknown, character: string, t: number): Promise<void>;
  /** Mean difference of two pictures, 0..255: before the graphics card forgot everything, and after. */
  loseContext(): Promise<number>;
  /** The brightness of the picture's middle, and how many things the graphics card holds. */
  look(): Promise<{ middle: number; geometries: number; textures: number }>;
  dispose(): void;
}

let stage: Stage | null = null;
let time = 0;

async function draw(): Promise<Uint8Array> {
  stage!.draw(time);
  return stage!.readPixels();
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const page: StagePage = {
  async show(scene, character, t) {
    const bytes = Uint8Array.from(atob(character), (letter) => letter.charCodeAt(0));
    const plan = await openScene(parseScene(scene), { read: () => bytes });
    const simulation = new Simulation({
      systems: plan.systems,
      actors: plan.actors.map((actor) => actor.colliders),
      seed: plan.seed,
      start: plan.times.start,
    });
    stage ??= await createStage({ width: 160, height: 90 });
    const names = plan.systems.map((system) => system.name);
    const grounds = namedGrounds(simulation, names);
    stage.setGrounds(grounds);
    await stage.setCharacters(plan.actors);
    stage.setView('close');
    simulation.advanceTo(new FrameTimes(t, t, 1).start);
    stage.updateGrounds(
      grounds.flatMap((ground) =>
        takeHeightfieldChanges(ground).map((change) => ({ name: ground.name, ...change })),
      ),
    );
    time = t;
    await draw();
  },
  async loseContext() {
    const before = await draw();
    const gl = stage!.canvas.getContext('webgl2')!;
    const loss = gl.getExtension('WEBGL_lose_context')!;
    loss.loseContext();
    await rest(50);
    // Someone who goes on drawing meanwhile does no harm.
    stage!.draw(time);
    loss.restoreContext();
    await new Promise((resolve) =>
      stage!.canvas.addEventListener('webglcontextrestored', resolve, { once: true }),
    );
    const after = await draw();
    return before.reduce((sum, value, k) => sum + Math.abs(value - after[k]), 0) / before.length;
  },
  async look() {
    const picture = await draw();
    const { geometries, textures } = stage!.memory;
    return { middle: picture[4 * (45 * 160 + 80)], geometries, textures };
  },
  dispose() {
    stage?.dispose();
    stage = null;
  },
};

Object.assign(globalThis, { stagePage: page });
