// Generates the code of host and kernel for the records that both use, from the tables in kernels/<system>/records.mjs.

/**
 * Field types: size in bytes, AssemblyScript types of the value and of the load, and the host's array. A `pointer` is an address
 * in the kernel's memory. Only the kernel reads and writes a `v128`.
 */
const types = {
  i32: { bytes: 4, value: 'i32', loaded: 'i32', array: 'Int32Array', view: 'integers' },
  pointer: { bytes: 4, value: 'usize', loaded: 'u32', array: 'Uint32Array', view: 'pointers' },
  f32: { bytes: 4, value: 'f32', loaded: 'f32', array: 'Float32Array', view: 'floats' },
  f64: { bytes: 8, value: 'f64', loaded: 'f64', array: 'Float64Array', view: 'doubles' },
  v128: { bytes: 16, value: 'v128', loaded: 'v128' },
};

/**
 * Lays out a record: fields follow each other in the order of the table, each aligned to its own size. Returns the fields with their
 * offsets, and the size of the record in bytes, which is a multiple of the size of its largest field.
 */
export function layOutRecord({ fields }) {
  let end = 0;
  let alignment = 4;
  const placed = fields.map(([name, type, count, unit, meaning]) => {
    if (!types[type])
      throw new Error(`${name}: expected one of ${Object.keys(types).join(', ')}, got ${type}`);
    const { bytes } = types[type];
    const offset = Math.ceil(end / bytes) * bytes;
    end = offset + count * bytes;
    alignment = Math.max(alignment, bytes);
    return { name, type, count, offset, doc: describe(count, unit, meaning) };
  });
  return { fields: placed, bytes: Math.ceil(end / alignment) * alignment };
}

/**
 * Returns the AssemblyScript files of a system: for each file name, its text. There is one file for each record, and
 * `constants.generated.ts`.
 */
export function generateAssemblyScript({ constants, records }) {
  const files = { 'constants.generated.ts': [] };
  for (const [name, [type, value, meaning]] of Object.entries(constants)) {
    files['constants.generated.ts'].push(
      `/** ${meaning} */`,
      `export const ${screaming(name)}: ${type} = ${value};`,
    );
  }
  for (const [name, record] of Object.entries(records)) {
    const { fields, bytes } = layOutRecord(record);
    const lines = [
      `// ${record.meaning}`,
      '',
      '/** Size of the record in bytes. */',
      `export const ${screaming(name)}_BYTES: usize = ${bytes};`,
    ];
    for (const field of fields) {
      const { value, loaded, bytes: size } = types[field.type];
      lines.push(
        '',
        `/** Offset in bytes. ${field.doc} */`,
        `export const ${screaming(field.name)}: usize = ${field.offset};`,
      );
      const load = loaded === 'v128' ? 'v128.load' : `load<${loaded}>`;
      const isArray = field.count > 1;
      const pointer = isArray ? `record + index * ${size}` : 'record';
      const unlessPlain = record.zeroIfPlain?.includes(field.name) ? 'IS_PLAIN ? 0 : ' : '';
      lines.push(
        `export function ${field.name}Of(record: usize${isArray ? ', index: usize' : ''}): ${value} {`,
        `  return ${unlessPlain}${load}(${pointer}, ${field.offset});`,
        '}',
      );
    }
    files[`${kebab(name)}.generated.ts`] = lines;
  }
  return Object.fromEntries(
    Object.entries(files).map(([file, lines]) => [file, `${header}\n${lines.join('\n')}\n`]),
  );
}

/**
 * Returns the TypeScript file of a system. For each record it contains the size in bytes, the index of each field in an array of the
 * field's own type, and a class with typed access to one record in memory.
 */
export function generateTypeScript({ constants, records }) {
  const lines = [header, "import { defineFields } from '../record-fields.ts';\n"];
  for (const [name, [, value, meaning]] of Object.entries(constants)) {
    lines.push(`/** ${meaning} */`, `export const ${name} = ${value};`);
  }
  for (const [name, record] of Object.entries(records)) {
    const { fields, bytes } = layOutRecord(record);
    lines.push('', `/** ${record.meaning} Size in bytes. */`, `export const ${name}Bytes = ${bytes};`);
    lines.push('', `/** Index of each field in an array of the field's own type. */`);
    lines.push(`export const ${name}Index = {`);
    for (const { name: field, type, offset, doc } of fields) {
      lines.push(`  /** ${doc} */`, `  ${field}: ${offset / types[type].bytes},`);
    }
    lines.push('} as const;', ...viewClass(name, record, fields));
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a class that reads and writes one record. Fields that only the kernel uses are left out. */
function viewClass(name, { meaning }, placed) {
  const fields = placed
    .filter(({ type }) => types[type].array)
    .map((field) => ({ ...field, ...types[field.type] }));
  if (fields.length === 0) return [];
  const members = [];
  const assignments = [];
  const definitions = [];
  const className = `${pascal(name)}Record`;
  for (const { view, array } of Object.values(types)) {
    const own = fields.filter((field) => view && field.view === view);
    if (own.length === 0) continue;
    const length = Math.max(...own.map(({ offset, count, bytes }) => offset / bytes + count));
    members.push(`  readonly ${view}: ${array};`);
    assignments.push(`    this.${view} = new ${array}(buffer, address, ${length});`);
    const single = own.filter(({ count }) => count === 1);
    const indices = single.map(({ name: field, offset, bytes }) => `${field}: ${offset / bytes}`);
    if (single.length > 0)
      definitions.push(`defineFields(${className}.prototype, '${view}', { ${indices.join(', ')} });`);
  }
  for (const { name: field, count, offset, doc, bytes, array, view } of fields) {
    if (count === 1) {
      members.push(`  /** ${doc} */`, `  declare ${field}: number;`);
      continue;
    }
    const index = offset / bytes;
    members.push(`  /** ${doc} */`, `  readonly ${field}: ${array};`);
    assignments.push(`    this.${field} = this.${view}.subarray(${index}, ${index + count});`);
  }
  return [
    ...['', `/** ${meaning} Valid until the memory grows. */`, `export class ${className} {`],
    ...[...members, '', '  constructor(buffer: ArrayBuffer, address: number) {', ...assignments, '  }', '}'],
    // The class has no getter and setter for each field, because they would make programs in the browser larger.
    ...definitions,
  ];
}

const header = '// Generated by scripts/kernel-records.mjs from kernels/<system>/records.mjs. Not in git.\n';

function describe(count, unit, meaning) {
  return `${count > 1 ? `[${count}] ` : ''}${unit && `${unit}. `}${meaning}`;
}

const screaming = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const pascal = (name) => name[0].toUpperCase() + name.slice(1);
