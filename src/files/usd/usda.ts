import { append } from '../../math/lists.ts';
import {
  isRelationship,
  type UsdAttribute,
  type UsdLayer,
  type UsdPrim,
  type UsdProperty,
  type UsdValue,
} from './usd-layer.ts';
import { findUsdType } from './usd-types.ts';

/**
 * Encodes a layer as text (.usda), for layers that people read and edit. Throws a `RangeError` if an array is to be computed later
 * (`UsdBlock`): such arrays belong into binary layers.
 */
export function encodeUsda({ metadata, prims }: UsdLayer): string {
  const { defaultPrim, upAxis, metersPerUnit, documentation } = metadata;
  const { startTimeCode, endTimeCode, timeCodesPerSecond } = metadata;
  const lines = [
    '#usda 1.0',
    '(',
    ...(documentation ? [`    doc = ${quote(documentation)}`] : []),
    `    defaultPrim = ${quote(defaultPrim)}`,
    `    endTimeCode = ${endTimeCode}`,
    `    framesPerSecond = ${timeCodesPerSecond}`,
    `    metersPerUnit = ${metersPerUnit}`,
    `    startTimeCode = ${startTimeCode}`,
    `    timeCodesPerSecond = ${timeCodesPerSecond}`,
    `    upAxis = ${quote(upAxis)}`,
    ')',
  ];
  for (const prim of prims) append(lines, ['', ...encodePrim(prim)]);
  return `${lines.join('\n')}\n`;
}

function encodePrim(prim: UsdPrim): string[] {
  const { name, typeName, specifier = 'def', kind, apiSchemas, references, documentation } = prim;
  const metadata = [
    ...(documentation ? [`doc = ${quote(documentation)}`] : []),
    ...(apiSchemas ? [`prepend apiSchemas = ${encodeList(apiSchemas.map(quote))}`] : []),
    ...(kind ? [`kind = ${quote(kind)}`] : []),
    ...(references ? [`prepend references = ${encodeReferences(references)}`] : []),
  ];
  const head = `${specifier} ${typeName ? `${typeName} ` : ''}${quote(name)}`;
  const body = [
    ...(prim.properties ?? []).map(encodeProperty),
    ...(prim.children ?? []).flatMap((child, k) => (k > 0 ? ['', ...encodePrim(child)] : encodePrim(child))),
  ];
  return [
    ...(metadata.length > 0 ? [`${head} (`, ...indent(metadata), ')'] : [head]),
    '{',
    ...indent(body),
    '}',
  ];
}

function encodeReferences(references: readonly string[]): string {
  const paths = references.map(encodeAsset);
  return paths.length === 1 ? paths[0] : encodeList(paths);
}

function encodeProperty(property: UsdProperty): string {
  if (isRelationship(property)) {
    const targets = property.targets.map((target) => `<${target}>`);
    return `rel ${property.name} = ${targets.length === 1 ? targets[0] : encodeList(targets)}`;
  }
  const { name, typeName, isUniform, interpolation, elementSize, value, samples, connection } = property;
  const type = findUsdType(typeName);
  const head = `${isUniform ? 'uniform ' : ''}${typeName} ${name}`;
  if (connection) return `${head}.connect = <${connection}>`;
  if (samples) return `${head}.timeSamples = {\n${encodeSamples(samples, type)}\n}`;
  if (value === undefined) return head;
  const metadata = [
    ...(elementSize !== undefined ? [`elementSize = ${elementSize}`] : []),
    ...(interpolation ? [`interpolation = ${quote(interpolation)}`] : []),
  ];
  const suffix = metadata.length > 0 ? ` (\n${metadata.map((line) => `    ${line}`).join('\n')}\n)` : '';
  return `${head} = ${encodeValue(value, type)}${suffix}`;
}

function encodeSamples({ times, values }: NonNullable<UsdAttribute['samples']>, type: TypeOfValue): string {
  return times.map((time, k) => `    ${time}: ${encodeValue(values[k], type)},`).join('\n');
}

type TypeOfValue = ReturnType<typeof findUsdType>;

function encodeValue(value: UsdValue, type: TypeOfValue): string {
  if (!type.isArray) return encodeOne(value as number | boolean | string | readonly number[], type);
  if (!Array.isArray(value) && !ArrayBuffer.isView(value))
    throw new RangeError('an array of a text layer must be known when it is encoded');
  const items = Array.from(value as ArrayLike<number | string>);
  if (type.component === 'text') return encodeList(items.map((item) => encodeOne(item, type)));
  const { width } = type;
  return encodeList(
    Array.from({ length: items.length / width }, (_, k) =>
      encodeOne(width === 1 ? items[k] : (items.slice(width * k, width * k + width) as number[]), type),
    ),
  );
}

function encodeOne(value: number | boolean | string | readonly number[], type: TypeOfValue): string {
  if (typeof value === 'string') return type.name === 'asset' ? encodeAsset(value) : quote(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return encodeNumber(value);
  const numbers = value.map(encodeNumber);
  if (type.name === 'matrix4d')
    return `( ${[0, 4, 8, 12].map((k) => `(${numbers.slice(k, k + 4).join(', ')})`).join(', ')} )`;
  // In text, the real part of a quaternion comes first.
  if (type.name === 'quatf') return `(${[numbers[3], ...numbers.slice(0, 3)].join(', ')})`;
  return `(${numbers.join(', ')})`;
}

function encodeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

function encodeList(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}

function encodeAsset(path: string): string {
  return path.includes('@') ? `@@@${path}@@@` : `@${path}@`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function indent(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n').map((part) => (part ? `    ${part}` : part)));
}
