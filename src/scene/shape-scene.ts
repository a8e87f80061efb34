import { InputError } from '../input-error.ts';
import { overrideScene, type SceneOverrides } from './override-scene.ts';
import { fileStem } from './scene-names.ts';
import { formParams } from './scene-params.ts';

/** The kind of shape for each file extension. */
const shapeKinds: readonly (readonly [ending: RegExp, shape: string])[] = [
  [/\.svg$/i, 'drawing'],
  [/\.(png|jpe?g)$/i, 'picture'],
  [/\.(ttf|otf|woff)$/i, 'text'],
];

/** Returns whether particles can form the contents of a file: a drawing, a picture or a font, by its extension. */
export function isShapeFile(file: string): boolean {
  return shapeOf(file) !== null;
}

/**
 * Creates a scene in which particles form one shape. A drawing or a text is formed by smoke; a picture dissolves and returns. The overrides
 * are applied. `file` is the path that the scene will contain.
 */
export function createShapeScene(file: string, overrides: SceneOverrides): unknown {
  const shape = shapeOf(file)!;
  const { text, count = formParams.count.default } = overrides.form ?? {};
  if (shape === 'text' && text === undefined) {
    throw InputError.at(file, 'expected a text for this font: add --text "Hello"');
  }
  if (shape !== 'text' && text !== undefined) {
    throw InputError.at('text', `expected a font (.ttf, .otf or .woff) for the text, got "${file}"`);
  }
  const name = fileStem(file);
  const form = shape === 'text' ? { text, font: file, height: 0.7 } : { file, height: 1 };
  const target = { shape, name, ...form, position: [0, 1, 0] };
  const system = shape === 'picture' ? pictureSystem(target, name, count) : smokeSystem(target, name, count);
  return overrideScene(
    { version: 1, seed: 1, time: { start: 0, end: 5, fps: 30 }, actors: [], systems: [system] },
    overrides,
  );
}

function shapeOf(file: string): string | null {
  return shapeKinds.find(([ending]) => ending.test(file))?.[1] ?? null;
}

/** Returns smoke that rises from a puff, forms the shape, holds it for a while and drifts away. A fraction of the smoke stays free. */
function smokeSystem(target: object, name: string, count: number): object {
  return {
    system: 'particles',
    name,
    look: 'smoke',
    size: 0.06,
    color: [0.93, 0.95, 0.99],
    opacity: 0.08,
    drag: 5,
    diffusion: 0.0006,
    shapes: [{ shape: 'ball', name: 'puff', position: [0, 0.5, 0], radius: 0.25 }, target],
    sources: [{ from: 'puff', count }],
    forces: [
      { force: 'turbulence', acceleration: 3, size: 0.5, octaves: 3 },
      { force: 'buoyancy', acceleration: 2 },
    ],
    keys: [
      {
        name,
        to: [name],
        start: 0.8,
        end: 2.6,
        hold: 0.5,
        fraction: 0.92,
        law: 'velocity',
        size: 0.04,
        opacity: 0.17,
      },
    ],
  };
}

/** Returns a picture that is visible at first, dissolves, and is formed again by the fallen particles. */
function pictureSystem(target: object, name: string, count: number): object {
  return {
    system: 'particles',
    name,
    look: 'sphere',
    size: 0.02,
    drag: 0.4,
    shapes: [target],
    sources: [{ from: name, count }],
    forces: [
      { force: 'gravity', acceleration: [0, -1.5, 0], from: 0.6 },
      { force: 'turbulence', acceleration: 2.5, size: 0.4, from: 0.6 },
    ],
    keys: [{ name, to: [name], start: 2, end: 4.2, assign: 'order', law: 'velocity', hold: 1 }],
  };
}
