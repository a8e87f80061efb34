import { joinBytes } from '../../../join-bytes.ts';
import type { Dice } from './dice.ts';
import type { FuzzFiles, FuzzSubject } from './fuzz-subject.ts';

/** Words that are difficult for readers of text. */
const oddWords = [
  ...['-1', '0', '1', '3', '10', '255', '65536', '2147483647', '2147483648', '4294967296', '999999999999999'],
  ...[
    '1e99',
    '1e-320',
    '1e400',
    '-0',
    '0x10',
    '.5',
    '5.',
    '1,5',
    'nan',
    'NaN',
    'inf',
    '-Infinity',
    '',
    '$',
    '*',
  ],
  ...[
    '#',
    'x',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '&',
    '/',
    '\\',
    '\0',
    '\r',
    '\ufffd',
    '//',
    '-',
    '+',
    'null',
  ],
];
/** Values that are difficult for readers of JSON. */
const oddValues: readonly unknown[] = [
  ...[undefined, null, true, false, -1, 0, 1, 0.5, 1e99, -1e99, 4294967295, 4294967296, 16777217, 2 ** 53],
  ...['', 'x', '__proto__', '../x', [], {}, [[0]], [null], [-1], [1e99], { x: 1 }],
];
const oddNumbers = [
  0,
  1,
  -1,
  2,
  127,
  128,
  255,
  256,
  32767,
  65535,
  65536,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];
const oddReals = [Number.NaN, Infinity, -Infinity, 1e30, -1e30, 1e-40, -0, 1e308];

/** Damages one file in one way. `other` is the corresponding file of another source. */
type Damage = (bytes: Uint8Array, dice: Dice, other: Uint8Array) => Uint8Array;

const anywhere: readonly Damage[] = [
  function flipBits(bytes, dice) {
    const out = bytes.slice();
    for (let k = 1 + dice.below(5); k > 0; k--) out[dice.below(out.length)] ^= 1 << dice.below(8);
    return out;
  },
  function cutShort(bytes, dice) {
    return bytes.slice(0, dice.below(bytes.length));
  },
  function cutOut(bytes, dice) {
    const at = dice.below(bytes.length);
    return join(bytes.subarray(0, at), bytes.subarray(at + dice.length(bytes.length - at)));
  },
  function repeatBlock(bytes, dice) {
    const at = dice.below(bytes.length);
    const block = bytes.subarray(at, at + dice.length(bytes.length - at));
    const to = dice.unit() < 0.5 ? at : dice.below(bytes.length);
    const times = Math.min(dice.pick([1, 1, 2, 7]), Math.ceil(1e5 / block.length));
    return join(bytes.subarray(0, to), ...new Array<Uint8Array>(times).fill(block), bytes.subarray(to));
  },
  function splice(bytes, dice, other) {
    // In half of the cases, the same relative position is used in both files.
    const fraction = dice.unit();
    const from = dice.unit() < 0.5 ? fraction : dice.unit();
    return join(
      bytes.subarray(0, Math.floor(fraction * bytes.length)),
      other.subarray(Math.floor(from * other.length)),
    );
  },
  function overwrite(bytes, dice) {
    const out = bytes.slice();
    const at = dice.below(out.length);
    const value = dice.unit() < 0.3 ? dice.below(256) : 0;
    out.fill(value, at, at + dice.length(Math.min(64, out.length - at)));
    return out;
  },
];

const inBinary: readonly Damage[] = [
  function lieInNumber(bytes, dice) {
    const out = bytes.slice();
    const view = new DataView(out.buffer);
    const size = dice.pick([1, 2, 4, 4, 4, 8]);
    if (out.length < size) return out;
    // Usually the position is a multiple of the size, where numbers of this size are stored.
    const step = dice.unit() < 0.7 ? size : 1;
    const at = Math.min(out.length - size, step * dice.below(Math.ceil(out.length / step)));
    const isLittle = dice.unit() < 0.7;
    if (size >= 4 && dice.unit() < 0.3) {
      if (size === 4) view.setFloat32(at, dice.pick(oddReals), isLittle);
      else view.setFloat64(at, dice.pick(oddReals), isLittle);
      return out;
    }
    const value = dice.pick(oddNumbers) + (dice.unit() < 0.2 ? dice.below(3) - 1 : 0);
    if (size === 1) view.setUint8(at, value);
    else if (size === 2) view.setUint16(at, value, isLittle);
    else if (size === 4) view.setUint32(at, value, isLittle);
    else view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), isLittle);
    return out;
  },
];

const inText: readonly Damage[] = [
  function lieInNumber(bytes, dice) {
    const text = toLatin1(bytes);
    const numbers = [...text.matchAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi)];
    if (numbers.length === 0) return bytes;
    const { index, 0: word } = dice.pick(numbers);
    return fromLatin1(text.slice(0, index) + dice.pick(oddWords) + text.slice(index + word.length));
  },
  function changeWord(bytes, dice) {
    const parts = toLatin1(bytes).split(/([\s,;=<>"]+)/);
    parts[2 * dice.below(Math.ceil(parts.length / 2))] = dice.pick(oddWords);
    return fromLatin1(parts.join(''));
  },
  function swapWords(bytes, dice) {
    const parts = toLatin1(bytes).split(/([\s,;=<>"]+)/);
    const [a, b] = [0, 1].map(() => 2 * dice.below(Math.ceil(parts.length / 2)));
    [parts[a], parts[b]] = [parts[b], parts[a]];
    return fromLatin1(parts.join(''));
  },
  function repeatLine(bytes, dice) {
    const lines = toLatin1(bytes).split('\n');
    lines.splice(dice.below(lines.length), dice.below(2), dice.pick(lines));
    return fromLatin1(lines.join('\n'));
  },
];

const inJson: Damage = (bytes, dice) => {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return bytes;
  }
  return new TextEncoder().encode(JSON.stringify(changeJson(json, dice)) ?? '');
};

/** Returns JSON in which one value is replaced by another value from the same JSON, or a member is added. */
export function changeJson(json: unknown, dice: Dice): unknown {
  const root = { root: json };
  const members: [Record<string, unknown>, string][] = [];
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      members.push([value as Record<string, unknown>, key]);
      collect((value as Record<string, unknown>)[key]);
    }
  };
  collect(root);
  const [parent, key] = dice.pick(members);
  const value = parent[key];
  const from = dice.pick(members);
  if (dice.unit() < 0.2) parent[key] = structuredClone(from[0][from[1]]);
  else if (typeof value === 'number' && dice.unit() < 0.5)
    parent[key] = value + dice.pick([-1, 1, 2, 0.5, 1e9]);
  else parent[key] = dice.pick(oddValues);
  return root.root;
}

/** Returns the damaged version number `input` of one of the sources. The result depends only on the dice. */
export function damageFiles(
  { kind, mend }: Pick<FuzzSubject, 'kind' | 'mend'>,
  sources: readonly FuzzFiles[],
  dice: Dice,
): FuzzFiles {
  const files = [...dice.pick(sources)];
  const ways: readonly (readonly Damage[])[] = {
    binary: [anywhere, inBinary, inBinary, inText],
    text: [anywhere, inText, inText],
    json: [anywhere, inText, [inJson], [inJson], [inJson]],
  }[kind];
  for (let k = dice.pick([1, 1, 1, 2, 3]); k > 0; k--) {
    const which = dice.below(files.length);
    const { name, bytes } = files[which];
    const others = sources.flatMap((source) => source.filter((file) => ending(file.name) === ending(name)));
    if (bytes.length === 0) continue;
    files[which] = { name, bytes: dice.pick(dice.pick(ways))(bytes, dice, dice.pick(others).bytes) };
  }
  if (!mend || dice.unit() < 0.1) return files;
  return files.map(({ name, bytes }) => ({ name, bytes: mend(bytes, name) }));
}

const ending = (name: string) => name.slice(name.lastIndexOf('.'));

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}

/** Returns one character for each byte, so that binary parts of a file are preserved. */
function toLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
