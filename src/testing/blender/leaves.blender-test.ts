import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plyStride } from '../../files/ply-write.ts';
import { rotateVector } from '../../math/quaternion.ts';
import { bakeFile } from '../../node/bake-file.ts';
import { leafPositions } from '../../systems/outputs/leaf-shape.ts';
import { blenderNote, evaluateInBlender, findBlender } from './blender.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-leaves-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const leafCount = 25;

/** Returns the vertices of all leaves of a frame, as a PLY file states them: [3 · vertices] m. */
function placeLeaves(frame: number): number[] {
  const bytes = readFileSync(
    join(folder, 'bake', 'leaves-ply', `leaves.${String(frame).padStart(4, '0')}.ply`),
  );
  const body = bytes.subarray(bytes.indexOf('end_header\n') + 11);
  const out: number[] = [];
  const corner = [0, 0, 0];
  for (let k = 0; k < leafCount; k++) {
    const float = (place: number) => body.readFloatLE(plyStride(true, 0) * k + 4 * place);
    const [x, y, z, diameter] = [float(0), float(1), float(2), float(7)];
    const rotation = [float(10), float(11), float(12), float(13)];
    for (let v = 0; v < leafPositions.length; v += 3) {
      rotateVector(
        corner,
        rotation,
        Array.from(leafPositions.subarray(v, v + 3), (part) => diameter * part),
      );
      out.push(x + corner[0], y + corner[1], z + corner[2]);
    }
  }
  return out;
}

test.skipIf(!findBlender())(
  `leaves have their positions, sizes and orientations in Blender${blenderNote}`,
  async () => {
    const file = join(folder, 'scene.json');
    const scene = {
      version: 1,
      time: { start: 0, end: 0.5, fps: 24 },
      systems: [
        {
          system: 'particles',
          name: 'leaves',
          look: 'leaf',
          flight: 'leaf',
          size: 0.1,
          shapes: [{ shape: 'ball', name: 'crown', radius: 0.5, position: [0.3, 2, -0.4] }],
          sources: [{ from: 'crown', count: leafCount, sizeSpread: 0.5, spin: 6 }],
          forces: [{ force: 'gravity' }],
        },
      ],
    };
    writeFileSync(file, JSON.stringify(scene));
    await bakeFile(file, { out: join(folder, 'bake') });
    const frames = [1, 5, 13];
    const blender = evaluateInBlender({
      scripts: [join(folder, 'bake', 'import-blender.py')],
      frames,
      save: join(folder, 'leaves.blend'),
    });
    const leaves = blender.objects.find(({ name }) => name === 'leaves')!;
    expect(leaves.vertexCount).toBe((leafCount * leafPositions.length) / 3);
    frames.forEach((frame, k) => {
      const expected = placeLeaves(frame);
      let largest = 0;
      expected.forEach((value, o) => {
        largest = Math.max(largest, Math.abs(value - leaves.positions[k][o]));
      });
      expect(largest).toBeLessThan(1e-5);
    });
  },
);
