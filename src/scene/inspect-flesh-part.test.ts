import { expect, test } from 'vitest';
import { fleshPartLines } from '../cli/flesh-part-lines.ts';
import { encodeFleshPart } from '../systems/flesh/part-file.ts';
import { makeRod } from '../systems/flesh/testing/lumped-part.ts';
import { inspectFleshPart } from './inspect-flesh-part.ts';

test('the content of a prepared part is described, as data and as text', () => {
  const rod = makeRod();
  const inspection = inspectFleshPart(encodeFleshPart(rod), 'rod.flesh');
  expect(inspection).toMatchObject({ modes: 7, mass: 2, vertices: [{ surface: 0, count: 8 }] });
  // The part has one mode, which stretches it: −g · push · shape / ω².
  const [{ shapes, vertices }] = rod.surfaces;
  const expected = [...rod.omega2].reduce(
    (sum, w, mode) =>
      sum + (9.81 * rod.transfer[12 * mode + 1] * shapes[3 * (mode * vertices.length + 7) + 1]) / w,
    0,
  );
  expect(inspection.sag[1]).toBeGreaterThan(0.9 * expected);
  const text = fleshPartLines(inspection).join('\n');
  expect(text).toContain('flesh "lumps", prepared; 7 modes on 8 vertices of one surface');
  expect(text).toContain('mass 2 kg, frequencies 3.3, 3.5, 6, 9, 9.5, 15, … Hz');
  expect(text).toContain('No problem found.');
  expect(() => inspectFleshPart(new Uint8Array(40), 'x.flesh')).toThrow('x.flesh: expected a prepared part');
});
