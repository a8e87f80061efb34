import { clamp } from '../../math/clamp.ts';
import { linearOfSrgb } from '../../math/srgb.ts';
import { namedColors } from './named-colors.ts';

/** Red, green, blue (linear, 0..1) and opacity. */
export type Color = readonly [number, number, number, number];

/** Parses a CSS colour: names, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl(), hsla(). Returns null for any other text. */
export function parseColor(text: string): Color | null {
  const word = text.trim().toLowerCase();
  if (word === 'transparent') return [0, 0, 0, 0];
  const named = namedColors[word];
  if (named !== undefined) return fromBytes([named >> 16, (named >> 8) & 255, named & 255, 255]);
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(word)?.[1];
  if (hex) {
    const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) as string[]);
    return fromBytes([...digits, 'ff'].slice(0, 4).map((pair) => Number.parseInt(pair, 16)));
  }
  const call = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(word);
  if (!call) return null;
  const tokens = call[2]
    .trim()
    .split(/\s*[,/]\s*|\s+/)
    .filter((part) => part !== '');
  if (tokens.length < 3 || tokens.length > 4) return null;
  const opacity = tokens.length === 4 ? parseFraction(tokens[3], 1) : 1;
  const rgb =
    call[1] === 'rgb' ? tokens.slice(0, 3).map((part) => parseFraction(part, 255)) : parseHsl(tokens);
  if (![...rgb, opacity].every(Number.isFinite)) return null;
  const [red, green, blue] = rgb.map((value) => linearOfSrgb(clamp(value, 0, 1)));
  return [red, green, blue, clamp(opacity, 0, 1)];
}

function fromBytes(bytes: readonly number[]): Color {
  const [red, green, blue] = bytes.map((byte) => linearOfSrgb(byte / 255));
  return [red, green, blue, bytes[3] / 255];
}

/** Parses a fraction: a percentage, or a number that is divided by `whole`. */
export function parseFraction(word: string, whole: number): number {
  const match = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%?)$/i.exec(word.trim());
  return match ? Number(match[1]) / (match[2] ? 100 : whole) : Number.NaN;
}

function parseHsl(tokens: readonly string[]): number[] {
  const hue = Number(tokens[0].replace(/deg$/, ''));
  const [saturation, lightness] = [parseFraction(tokens[1], 100), parseFraction(tokens[2], 100)];
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((turn) => {
    const k = (((turn + hue / 30) % 12) + 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}
