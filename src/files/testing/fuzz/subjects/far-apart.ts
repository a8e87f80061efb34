import { bakeScene } from '../../../../bake/bake-scene.ts';
import { farPlates } from '../../../../bake/testing/far-plates.ts';
import { InputError } from '../../../../input-error.ts';
import { check, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

/** Maximum number of plates. More plates would only make the test slower. */
const maxPlates = 6;

/** Parses a JSON list of at most `maxPlates` positions [x, z], finite numbers. */
function parsePositions(bytes: Uint8Array): [number, number][] {
  let positions: unknown;
  try {
    positions = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw InputError.at('', 'expected JSON');
  }
  const isPosition = (position: unknown) =>
    Array.isArray(position) && position.length === 2 && position.every((value) => Number.isFinite(value));
  if (!Array.isArray(positions) || positions.length > maxPlates || !positions.every(isPosition))
    throw InputError.at('', 'expected positions');
  return positions as [number, number][];
}

/** Grounds with contacts at arbitrary positions, which may be very far apart. */
export const farApartSubjects: readonly FuzzSubject[] = [
  {
    name: 'positions far apart',
    kind: 'json',
    runFraction: 0.02,
    sources: () =>
      singleFile(
        'positions.json',
        '[[0, 0], [3, 4]]',
        '[[-1000, 20], [1000, 70], [0.5, 65536]]',
        '[[1e5, 0], [1e5, 2], [-3e5, 4e5], [2, 2]]',
      ),
    async read([{ bytes }]) {
      const files = new Map<string, number>();
      const plan = farPlates(
        parsePositions(bytes),
        ['heightPng', 'heightExr', 'groundMesh', 'contactSheet'],
        0.05,
      );
      await bakeScene(plan, { write: (name, content) => void files.set(name, content.length) });
      for (const name of ['beach.glb', 'beach-contact-sheet.png', 'report.json'])
        check(files.has(name), `${name} is missing`);
    },
  },
];
