import { expect, test } from 'vitest';
import { explainExhaustion } from './exhaustion.ts';
import { InputError } from './input-error.ts';

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await explainExhaustion('systems[0]', 'growing blades', work);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error('nothing was thrown');
};

test.each([
  ['a typed array', () => new Float64Array(2 ** 53)],
  ['an array', () => new Array(2 ** 32)],
  ['a buffer', () => new ArrayBuffer(2 ** 50)],
  ['a text', () => 'long'.repeat(2 ** 28)],
  ['memory of WebAssembly', () => new WebAssembly.Memory({ initial: 1, maximum: 2 }).grow(9)],
])('%s that cannot be had is told of with what was being done', async (_, work) => {
  expect(await messageOf(work)).toMatch(
    /^systems\[0\]: growing blades needs more memory than is available \(/,
  );
});

test('what is nested too deeply for the stack is told of, from promises too', async () => {
  const dive = (): number => 1 + dive();
  const words = /^systems\[0\]: growing blades is nested too deeply \(/;
  expect(await messageOf(dive)).toMatch(words);
  expect(await messageOf(async () => dive())).toMatch(words);
});

test('all other errors stay what they are', () => {
  const defect = new RangeError('offset is out of bounds');
  expect(() =>
    explainExhaustion('', 'baking', () => {
      throw defect;
    }),
  ).toThrow(defect);
  expect(() => explainExhaustion('', 'baking', () => new Float64Array(-3))).toThrow(RangeError);
  const input = InputError.at('mesh.obj', 'out of memory');
  expect(() =>
    explainExhaustion('', 'baking', () => {
      throw input;
    }),
  ).toThrow(input);
});

test('of very many faults the first hundred are told, and how many others there are', () => {
  const faults = Array.from({ length: 200_090 }, (_, k) => ({ path: `[${k}]`, message: 'no' }));
  const error = new InputError(faults);
  expect(error.faults.length).toBe(101);
  expect(error.message.endsWith('[99]: no\nand 199990 more')).toBe(true);
  const wrapped = new InputError([...error.faults, ...error.faults]);
  expect(wrapped.message.endsWith(`and ${2 * 199_990 + 100} more`)).toBe(true);
  expect(wrapped.faults.length).toBe(101);
});
