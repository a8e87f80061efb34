import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { describe, expect, test } from 'vitest';
import * as fleshViews from '../src/systems/flesh/records.generated.ts';
import * as furViews from '../src/systems/fur/records.generated.ts';
import * as groundViews from '../src/systems/ground/records.generated.ts';
import * as particlesViews from '../src/systems/particles/records.generated.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Field = readonly [name: string, type: string, count: number, unit: string, meaning: string];
type RecordTable = { readonly fields: readonly Field[] };
interface Tables {
  readonly constants: Record<string, readonly [type: string, value: number, meaning: string]>;
  readonly records: Record<string, RecordTable>;
}
type Views = Record<string, unknown>;
type View = Record<string, number | ArrayLike<number>>;

// The module is plain JavaScript, because the build runs it without TypeScript.
const {
  layOutRecord,
}: { layOutRecord(record: RecordTable): { bytes: number; fields: { offset: number }[] } } = await import(
  `${root}/scripts/kernel-records.mjs`
);
const tablesOf = (system: string): Promise<Tables> => import(`${root}/kernels/${system}/records.mjs`);

const systems = [
  { system: 'flesh', views: fleshViews as Views },
  { system: 'fur', views: furViews as Views },
  { system: 'ground', views: groundViews as Views },
  { system: 'particles', views: particlesViews as Views },
];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const screaming = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const pascal = (name: string) => name[0].toUpperCase() + name.slice(1);

/**
 * Returns AssemblyScript code of functions that return what a kernel reads: `record_field(address, index)`, and constants and sizes without
 * arguments.
 */
function probeSource({ constants, records }: Tables): string {
  const lines = ["import * as constants from './constants.generated';"];
  for (const name of Object.keys(constants)) {
    lines.push(`export function ${name}(): f64 { return <f64>constants.${screaming(name)}; }`);
  }
  for (const [name, { fields }] of Object.entries(records)) {
    lines.push(`import * as ${name} from './${kebab(name)}.generated';`);
    lines.push(`export function ${name}Bytes(): usize { return ${name}.${screaming(name)}_BYTES; }`);
    for (const [field, type, count] of fields) {
      const read = `${name}.${field}Of(p${count > 1 ? ', index' : ''})`;
      const value = type === 'v128' ? `f64x2.extract_lane(${read}, 0)` : `<f64>${read}`;
      lines.push(`export function ${name}_${field}(p: usize, index: usize): f64 { return ${value}; }`);
    }
  }
  return lines.join('\n');
}

async function compileProbe(system: string, source: string, memory: WebAssembly.Memory) {
  let wasm: Uint8Array | null = null;
  const entry = `kernels/${system}/probe.ts`;
  const { error, stderr } = await asc.main(
    [
      entry,
      '--baseDir',
      root,
      '--outFile',
      'probe.wasm',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      '--use',
      'IS_PLAIN=0',
    ],
    {
      readFile: (file: string, base: string) => {
        if (file === entry) return source;
        try {
          return readFileSync(`${base}/${file}`, 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (_file: string, data: string | Uint8Array) => {
        if (typeof data !== 'string') wasm = data;
      },
    },
  );
  if (!wasm) throw error ?? new Error(stderr.toString());
  const { instance } = await WebAssembly.instantiate(wasm as Uint8Array<ArrayBuffer>, { env: { memory } });
  return instance.exports as Record<string, (address?: number, index?: number) => number>;
}

describe.each(systems)('records of $system', ({ system, views }) => {
  test('what the host writes every field where the kernel reads it', async () => {
    const tables = await tablesOf(system);
    const memory = new WebAssembly.Memory({ initial: 1 });
    const kernel = await compileProbe(system, probeSource(tables), memory);
    const address = 4096;
    for (const [name, [, value]] of Object.entries(tables.constants)) {
      expect(kernel[name](), name).toBe(value);
      expect(views[name], name).toBe(value);
    }
    for (const [name, record] of Object.entries(tables.records)) {
      const { fields } = record;
      const { bytes } = layOutRecord(record);
      expect(kernel[`${name}Bytes`](), name).toBe(bytes);
      expect(views[`${name}Bytes`], name).toBe(bytes);
      const ViewClass = views[`${pascal(name)}Record`] as
        | (new (
            buffer: ArrayBuffer,
            address: number,
          ) => View)
        | undefined;
      const index = views[`${name}Index`] as Record<string, number>;
      const array = (type: string) =>
        type === 'i32'
          ? new Int32Array(memory.buffer, address)
          : type === 'pointer'
            ? new Uint32Array(memory.buffer, address)
            : type === 'f32'
              ? new Float32Array(memory.buffer, address)
              : new Float64Array(memory.buffer, address);
      let next = 1;
      const written: [string, number, number][] = [];
      for (const [field, type, count] of fields) {
        // A v128 consists of two float64 numbers.
        const width = type === 'v128' ? 2 : 1;
        for (let k = 0; k < count; k++) {
          array(type)[(index[field] + k) * width] = next;
          written.push([field, k, next++]);
        }
      }
      const view = ViewClass && new ViewClass(memory.buffer, address);
      for (const [field, k, value] of written) {
        expect(kernel[`${name}_${field}`](address, k), `${name}.${field}[${k}]`).toBe(value);
        const own = view?.[field];
        if (own !== undefined)
          expect(typeof own === 'number' ? own : own[k], `${name}.${field}[${k}]`).toBe(value);
      }
      // The setters write to the same bytes.
      for (const [field, , count] of fields) {
        if (!view || count > 1 || view[field] === undefined) continue;
        view[field] = 77;
        expect(kernel[`${name}_${field}`](address, 0), `${name}.${field}`).toBe(77);
      }
    }
  });
});

test('a field is aligned to its size, and an unknown type is refused', () => {
  const fields: Field[] = [
    ['a', 'i32', 1, '', 'One.'],
    ['b', 'f64', 2, '', 'Two.'],
    ['c', 'i32', 1, '', 'One.'],
    ['d', 'v128', 1, '', 'Four.'],
  ];
  const { fields: placed, bytes } = layOutRecord({ fields });
  expect(placed.map(({ offset }) => offset)).toEqual([0, 8, 24, 32]);
  expect(bytes).toBe(48);
  expect(() => layOutRecord({ fields: [['a', 'i16', 1, '', 'Short.']] })).toThrow(
    /a: expected one of i32, .* got i16/,
  );
});
