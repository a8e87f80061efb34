import { expect, test } from 'vitest';
import { coversText, drawText, fitText, measureText } from './font.ts';
import { createPicture } from './picture.ts';

const ink = { size: 14, color: [0, 0, 0] as const };

test('the font covers printable ASCII and the symbols that sheets use', () => {
  const ascii = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join('');
  expect(coversText(ascii)).toBe(true);
  expect(coversText('×·°²³→…−–±µαθσΔΣ')).toBe(true);
  expect(coversText('足')).toBe(false);
});

test('every glyph is visible, different from the others, and inside its width', () => {
  const seen = new Map<string, string>();
  for (let code = 33; code < 127; code++) {
    const character = String.fromCharCode(code);
    const picture = createPicture(40, 40, [255, 255, 255]);
    drawText(picture, character, 8, 28, ink);
    const right = 8 + measureText(character, ink.size) + 2;
    const columns: number[] = [];
    for (let k = 0; k < picture.rgb.length; k += 3) {
      if (picture.rgb[k] <= 200) columns.push((k / 3) % picture.width);
    }
    expect(columns.length, character).toBeGreaterThan(1);
    expect(Math.min(...columns), character).toBeGreaterThanOrEqual(6);
    expect(Math.max(...columns), character).toBeLessThanOrEqual(right);
    const key = picture.rgb.join();
    expect(seen.get(key), `${character} looks like ${seen.get(key)}`).toBeUndefined();
    seen.set(key, character);
  }
});

test('text is shortened to the available width', () => {
  expect(fitText('short', 12, 500)).toBe('short');
  const cut = fitText('a very long name of a scene that nobody would want', 12, 120);
  expect(cut.endsWith('…')).toBe(true);
  expect(measureText(cut, 12)).toBeLessThanOrEqual(120);
  expect(measureText('', 12)).toBe(0);
});

test('a character without a glyph is drawn as a box, and text beyond the edge is clipped', () => {
  const picture = createPicture(30, 20, [255, 255, 255]);
  drawText(picture, '足 wide text that leaves the picture', -4, 15, ink);
  expect(picture.rgb.some((value) => value < 100)).toBe(true);
});
