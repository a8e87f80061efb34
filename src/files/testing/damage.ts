import fc from 'fast-check';

/** What befalls a file: bits that flip, bytes that go missing at its end, words that change. */
export interface Damage {
  readonly flips?: readonly [number, number][];
  readonly cut?: number;
  readonly words?: readonly [number, string][];
}

const oddWords = [
  '-1',
  '0',
  '1',
  '3',
  '10',
  '4294967296',
  '999999999999999',
  '1e99',
  'nan',
  '',
  '$',
  '*',
  '#',
  'x',
  '1e-320',
];

export const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    flips: fc.array(fc.tuple(fc.noBias(fc.nat()), fc.nat(7)), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ cut: fc.noBias(fc.nat()) }),
  fc.record({
    words: fc.array(fc.tuple(fc.noBias(fc.nat()), fc.constantFrom(...oddWords)), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
);

/** The bytes after that. */
export function harm(bytes: Uint8Array, { flips = [], cut, words = [] }: Damage): Uint8Array {
  const harmed = cut === undefined ? bytes.slice() : bytes.slice(0, cut % bytes.length);
  for (const [at, bit] of flips) harmed[at % harmed.length] ^= 1 << bit;
  if (words.length === 0) return harmed;
  const parts = toLatin1(harmed).split(/([ \n,]+)/);
  for (const [at, word] of words) parts[2 * (at % Math.ceil(parts.length / 2))] = word;
  return fromLatin1(parts.join(''));
}

/** Every file that has another number, 999999999999999, in place of one of its own; in binary ones 2³¹ − 1 at every third byte. */
export function* lies(bytes: Uint8Array, isBinary: boolean, isLittleEndian: boolean): Generator<Uint8Array> {
  const text = toLatin1(bytes);
  for (const { index, 0: word } of text.matchAll(/\b\d+\b/g)) {
    yield fromLatin1(`${text.slice(0, index)}999999999999999${text.slice(index + word.length)}`);
  }
  for (let at = 0; isBinary && at + 4 <= bytes.length; at += 3) {
    const changed = bytes.slice();
    changed.set(isLittleEndian ? [0xff, 0xff, 0xff, 0x7f] : [0x7f, 0xff, 0xff, 0xff], at);
    yield changed;
  }
}

/** A letter a byte, so that binary parts of a file stay what they are. */
function toLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
