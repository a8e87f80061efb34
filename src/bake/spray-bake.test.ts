import { describe, expect, test } from 'vitest';
import { readPicture } from '../files/picture.ts';
import { createKeyedCollider } from '../motion/keyed-collider.ts';
import { groundParams } from '../systems/ground/params.ts';
import { createPlate } from '../systems/ground/spray/testing/bodies.ts';
import { groundSystem } from '../systems/ground/system.ts';
import { defaultParams } from '../systems/params.ts';
import { bakeScene } from './bake-scene.ts';
import { planBase } from './testing/plan-base.ts';

/** Bakes a scene in which a plate is torn out of the ground. */
async function bake() {
  const key = (time: number, y: number) => ({
    time,
    position: [0, y, 0] as const,
    rotation: [0, 0, 0, 1] as const,
  });
  const keys = [key(0, 0.1), key(0.2, -0.02), key(0.25, -0.02), key(0.45, 0.3)];
  const plate = createPlate(0.2, 8);
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(
    {
      ...planBase({
        name: 'torn',
        fps: 10,
        end: 1.3,
        outputs: ['heightPng', 'pointsPly', 'pointsUsd', 'pointsGlb', 'contactSheet'],
      }),
      actors: [
        {
          name: 'plate',
          file: 'plate.obj',
          character: null,
          colliders: { name: 'plate', createColliders: () => createKeyedCollider('plate', plate, keys) },
          report: { name: 'plate', warnings: [] } as never,
          isShown: true,
          posedMeshesAt: () => [],
        },
      ],
      systems: [
        {
          name: 'beach',
          definition: groundSystem,
          params: {
            ...defaultParams(groundParams),
            noiseAmplitude: 0,
            size: [2, 2],
            spray: true,
            spraySpeed: 1,
          },
          reads: [],
          actors: null,
        },
      ],
    },
    { write: (name, bytes) => void files.set(name, bytes) },
  );
  return { files, report };
}

describe('a ground with spray', () => {
  test('is written with its flying particles, and all of them have landed on the ground at the end', async () => {
    const { files, report } = await bake();
    expect([...files.keys()].filter((name) => !name.includes('.0'))).toEqual(
      expect.arrayContaining([
        'beach-contact-sheet.png',
        'beach-spray-contact-sheet.png',
        'beach-spray.usdc',
        'beach-spray.glb',
      ]),
    );
    expect(files.has('beach-png/height.0001.png')).toBe(true);
    expect(files.has('beach-spray-ply/beach-spray.0014.ply')).toBe(true);
    const [beach] = report.systems as unknown as Record<string, { [key: string]: unknown }>[];
    expect(beach.ledger).toMatchObject({ error: '0', airborne: '0' });
    expect(beach.spray.thrown).toBeGreaterThan(2000);
    expect(beach.spray.inFlight).toBe(0);
    expect(new TextDecoder().decode(files.get('README.txt')!)).toContain('beach-spray');
    // The picture of the spray shows the ground below the particles.
    const { pixels, width, height } = readPicture(files.get('beach-spray-contact-sheet.png')!, 'sheet');
    let sand = 0;
    for (let k = 0; k < pixels.length; k += 4) if (pixels[k] - pixels[k + 2] > 0.25) sand++;
    expect(sand).toBeGreaterThan(0.05 * width * height);
  });
});
