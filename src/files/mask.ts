import { InputError, type InputFault } from '../input-error.ts';

/** A surface that a mask may apply to. */
export interface MaskedSurface {
  readonly name: string;
  readonly vertexCount: number;
}

/**
 * Reads a painted mask: `{ "version": 1, "surfaces": [{ "surface": 0, "weights": [0, 0.5, 1, …] }] }`, with one weight 0..1 for each
 * vertex. `surface` is the index of a surface in its character, or its name. For surfaces that are not listed, the result is null.
 *
 * Throws InputError with all faults and their paths in the JSON text.
 */
export function readMask(
  text: string,
  name: string,
  surfaces: readonly MaskedSurface[],
): (Float32Array | null)[] {
  const value = parse(text, name);
  const list = (value as { surfaces?: unknown } | null)?.surfaces;
  if (!Array.isArray(list)) {
    throw InputError.at(name, 'expected a mask, { "version": 1, "surfaces": [ … ] }, got other JSON');
  }
  const out: (Float32Array | null)[] = surfaces.map(() => null);
  const faults: InputFault[] = [];
  list.forEach((entry: { surface?: unknown; weights?: unknown } | null, k) => {
    const path = `${name} surfaces[${k}]`;
    const index = surfaces.findIndex((surface, k) => entry?.surface === k || entry?.surface === surface.name);
    if (index < 0) {
      const known = surfaces.map((surface, k) => `${k} ${JSON.stringify(surface.name)}`).join(', ');
      faults.push({
        path: `${path}.surface`,
        message: `expected one of the character's surfaces (${known}), got ${JSON.stringify(entry?.surface)}`,
      });
      return;
    }
    const { vertexCount } = surfaces[index];
    const weights = entry?.weights;
    if (!Array.isArray(weights) || weights.length !== vertexCount) {
      const got = Array.isArray(weights) ? `${weights.length}` : JSON.stringify(weights);
      faults.push({
        path: `${path}.weights`,
        message: `expected ${vertexCount} weights, one for each vertex, got ${got}: paint it again on this character`,
      });
      return;
    }
    const wrong = weights.findIndex((weight) => !(typeof weight === 'number' && weight >= 0 && weight <= 1));
    if (wrong >= 0) {
      faults.push({
        path: `${path}.weights[${wrong}]`,
        message: `expected a weight from 0 to 1, got ${JSON.stringify(weights[wrong])}`,
      });
      return;
    }
    out[index] = Float32Array.from(weights as number[]);
  });
  if (faults.length > 0) throw new InputError(faults);
  return out;
}

/** Returns the text that `readMask` reads, with weights of three digits. */
export function writeMask(weights: readonly (Float32Array | null)[]): string {
  const surfaces = weights.flatMap((values, surface) =>
    values ? [{ surface, weights: Array.from(values, (value) => Math.round(1000 * value) / 1000) }] : [],
  );
  return `${JSON.stringify({ version: 1, surfaces })}\n`;
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw InputError.at(name, `expected a mask as JSON: ${(error as Error).message}`);
  }
}
