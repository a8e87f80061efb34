import { expect, test } from 'vitest';
import { openEdgeCount, volumeOf } from '../shapes/testing/mesh-checks.ts';
import { createBody } from './body.ts';
import { buildMannequin, fullDetail, type MannequinPart } from './build-mannequin.ts';
import { longHem, longShirt, type Person, runner, shortHem, shortShirt, trouserHem } from './outfits.ts';
import { bones, crown } from './skeleton.ts';

const coarse = {
  bodyCell: 0.02,
  shoeCell: 0.008,
  soleCell: 0.006,
  bodyTriangles: 3000,
  shortsTriangles: 500,
  upperTriangles: 500,
  soleTriangles: 1e6,
  shirtTriangles: 1000,
  hairTriangles: 300,
  hatTriangles: 300,
};

test('the character is closed, wound outwards and fully skinned, at another resolution too', async () => {
  const parts = await buildMannequin(coarse);
  expect(parts.map((part) => part.name)).toEqual(['body', 'shorts', 'upper', 'sole', 'shirt', 'hair']);
  // Volumes in litres: a slim man, his shorts and shirt with the body inside, two uppers, two soles, hair with half of the head inside.
  const litres = {
    body: [55, 70],
    shorts: [14, 22],
    upper: [2, 3.5],
    sole: [0.9, 1.6],
    shirt: [30, 45],
    hair: [1.2, 2.5],
    hat: [0, 0],
  };
  for (const part of parts) {
    expect(openEdgeCount(part.indices), part.name).toBe(0);
    const volume = 1000 * volumeOf(part.positions, part.indices);
    expect(volume, part.name).toBeGreaterThan(litres[part.name][0]);
    expect(volume, part.name).toBeLessThan(litres[part.name][1]);
    expectUnitNormals(part);
    expectWholeWeights(part);
  }
});

const people: readonly Person[] = [
  {
    ...runner,
    build: 'slight',
    outfit: { hem: longHem, shirt: shortShirt, hair: 'ponytail', hat: 'helmet' },
  },
  { ...runner, build: 'strong', outfit: { hem: shortHem, shirt: shortShirt, hair: 'bun', hat: 'cap' } },
  {
    ...runner,
    build: 'stout',
    outfit: { hem: trouserHem, shirt: longShirt, hair: 'short', hat: 'woollen' },
  },
];

test.each(people)(
  'a person of another build ($build) has the same soles, and clothes that are closed',
  async (person) => {
    const [plain, parts] = [await buildMannequin(coarse), await buildMannequin(coarse, person)];
    expect(parts.map(({ name }) => name)).toEqual([
      'body',
      'shorts',
      'upper',
      'sole',
      'shirt',
      'hair',
      'hat',
    ]);
    expect(parts[3]).toEqual(plain[3]);
    expect(parts[0].positions).not.toEqual(plain[0].positions);
    for (const part of parts) {
      expect(openEdgeCount(part.indices), part.name).toBe(0);
      // The peak of a cap is as thin as the cells.
      expectUnitNormals(part, part.name === 'hat' ? 0.95 : 0.97);
      expectWholeWeights(part);
    }
  },
);

test.each([runner, ...people])('nothing of the body comes through shirt or hair ($build)', (person) => {
  const { skin, shirt, hair } = createBody(person.build, person.outfit);
  let checked = 0;
  for (const [cover, y0, y1] of [
    [shirt!, person.outfit.shirt!.hem + 0.05, 1.42],
    [hair!, 1.7, 1.73],
  ] as const) {
    // Rays from the axis outwards: the skin is met first, then the cloth, at least 3 mm farther out.
    for (let y = y0; y < y1; y += 0.02) {
      for (let angle = 0; angle < 2 * Math.PI; angle += 0.2) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        // Behind the hairline.
        if (cover === hair && s > 0.2) continue;
        let radius = 0;
        while (skin(radius * c, y, radius * s) < 0 && radius < 0.25) radius += 0.001;
        if (radius >= 0.25) continue;
        expect(cover(radius * c, y, radius * s), `at ${y} m, ${angle} rad`).toBeLessThan(-0.003);
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(300);
});

test('hair does not change the height of the character, so its depth in the ground stays the same', async () => {
  const heights = (parts: readonly MannequinPart[]) =>
    parts.reduce(
      (max, { positions }) => positions.reduce((top, y, k) => (k % 3 === 1 ? Math.max(top, y) : top), max),
      0,
    );
  expect(heights(await buildMannequin(coarse))).toBe(Math.fround(crown));
  const bare = await buildMannequin(fullDetail, {
    ...runner,
    outfit: { ...runner.outfit, shirt: null, hair: null },
  });
  expect(heights(bare)).toBe(Math.fround(crown));
});

/** `agreement`: minimum fraction of the triangles that face the same way as their normals. */
function expectUnitNormals({ name, normals, positions, indices }: MannequinPart, agreement = 0.97): void {
  let agreeing = 0;
  let uneven = 0;
  for (let v = 0; v < normals.length; v += 3) {
    uneven = Math.max(uneven, Math.abs(Math.hypot(normals[v], normals[v + 1], normals[v + 2]) - 1));
  }
  expect(uneven, name).toBeLessThan(1e-5);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const e = [0, 1, 2].map((i) => positions[b + i] - positions[a + i]);
    const f = [0, 1, 2].map((i) => positions[c + i] - positions[a + i]);
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    if (n[0] * normals[a] + n[1] * normals[a + 1] + n[2] * normals[a + 2] > 0) agreeing++;
  }
  expect(agreeing / (indices.length / 3), name).toBeGreaterThan(agreement);
}

function expectWholeWeights({ name, skin, positions }: MannequinPart): void {
  expect(skin.weights.length).toBe((4 * positions.length) / 3);
  let strayed = 0;
  for (let v = 0; v < skin.weights.length; v += 4) {
    const sum = skin.weights[v] + skin.weights[v + 1] + skin.weights[v + 2] + skin.weights[v + 3];
    if (sum !== 255) strayed++;
    // A limb never follows bones of the other side. Only the trunk is shared.
    const x = positions[(3 * v) / 4];
    const wrong = x > 0.02 ? '.R' : x < -0.02 ? '.L' : '?';
    for (let k = 0; k < 4; k++) {
      if (skin.weights[v + k] > 0 && bones[skin.joints[v + k]].name.endsWith(wrong)) strayed++;
    }
  }
  expect(strayed, name).toBe(0);
}
