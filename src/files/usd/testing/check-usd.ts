import { UsdReading } from './evaluate-usd.ts';
import { readWithTinyUsdz } from './read-usd.ts';

/** Types of prims that have an extent. */
const boundable = new Set(['Mesh', 'Points', 'BasisCurves', 'SkelRoot']);
/** Attributes that each type of prim must have, as default or as samples. */
const required: Readonly<Record<string, readonly string[]>> = {
  Mesh: ['points', 'faceVertexCounts', 'faceVertexIndices', 'extent', 'subdivisionScheme'],
  Points: ['points', 'widths', 'extent'],
  BasisCurves: ['points', 'curveVertexCounts', 'widths', 'type', 'extent'],
  Skeleton: ['joints', 'bindTransforms', 'restTransforms'],
  SkelAnimation: ['joints', 'translations', 'rotations', 'scales'],
  BlendShape: ['offsets'],
  Camera: ['focalLength', 'horizontalAperture', 'clippingRange'],
  Shader: ['info:id'],
};
/** Types of the inputs and outputs of the shaders that are used. */
const shaderTypes: Readonly<Record<string, string>> = {
  'inputs:diffuseColor': 'color3f',
  'inputs:metallic': 'float',
  'inputs:roughness': 'float',
  'inputs:file': 'asset',
  'inputs:st': 'float2',
  'inputs:varname': 'string',
  'inputs:sourceColorSpace': 'token',
  'inputs:wrapS': 'token',
  'inputs:wrapT': 'token',
  'inputs:scale': 'float4',
  'outputs:surface': 'token',
  'outputs:rgb': 'float3',
};

/**
 * Returns the violations of the rules that `usdchecker` of OpenUSD applies to a layer, and of those for packages (`--arkit`) if `isPackage`.
 * files: the files beside the layer, by their paths relative to it. For tests.
 */
export async function checkUsd(
  bytes: Uint8Array,
  files: ReadonlySet<string>,
  isPackage = false,
): Promise<string[]> {
  const reading = new UsdReading(bytes);
  const schemasOf = readSchemas(await readWithTinyUsdz(bytes, 'layer.usdc'));
  const { specs } = reading;
  const faults: string[] = [];
  const expectThat = (isTrue: boolean, fault: string) => {
    if (!isTrue) faults.push(fault);
  };
  const layer = specs['/'].fields;
  const isPrim = (path: string) => path !== '/' && !path.includes('.');
  expectThat(layer.upAxis === 'Y' || (layer.upAxis === 'Z' && !isPackage), `upAxis is ${layer.upAxis}`);
  expectThat(layer.metersPerUnit === 1, `metersPerUnit is ${layer.metersPerUnit}`);
  expectThat(isPrim(`/${layer.defaultPrim}`) && `/${layer.defaultPrim}` in specs, 'no default prim');
  expectThat(!isPackage || (layer.primChildren as string[]).length === 1, 'more than one root prim');
  for (const name of ['startTimeCode', 'endTimeCode', 'timeCodesPerSecond'])
    expectThat(Number.isFinite(layer[name]), `${name} is ${layer[name]}`);
  for (const [path, { fields }] of Object.entries(specs)) {
    const values = fields.timeSamples
      ? (fields.timeSamples as { values: unknown[] }).values
      : [fields.default];
    for (const value of values)
      expectThat(
        !ArrayBuffer.isView(value) || !(value as Float32Array).some(Number.isNaN),
        `${path} has NaN`,
      );
    if (fields.timeSamples) {
      const { times } = fields.timeSamples as { times: number[] };
      expectThat(
        times.every((time, k) => k === 0 || time > times[k - 1]),
        `${path}: times do not ascend`,
      );
    }
    for (const target of [
      ...((fields.targetPaths ?? []) as string[]),
      ...((fields.connectionPaths ?? []) as string[]),
    ])
      expectThat(target in specs, `${path} refers to ${target}, which does not exist`);
    if (fields.typeName === 'asset') {
      const file = String(fields.default).replaceAll('@', '');
      expectThat(
        !/^([/\\]|[a-z]+:)/i.test(file) && !file.includes('..'),
        `${path}: ${file} is not below the layer`,
      );
      expectThat(/\.(png|jpe?g)$/.test(file), `${path}: ${file} is neither PNG nor JPEG`);
      expectThat(files.has(file.replace(/^\.\//, '')), `${path}: there is no file ${file}`);
    }
    if (isPrim(path)) checkPrim(path);
  }
  return faults;

  function checkPrim(path: string): void {
    const { typeName } = specs[path].fields as { typeName?: string };
    const has = (name: string) => `${path}.${name}` in specs;
    const schemas = schemasOf.get(path) ?? '';
    expectThat(/^[A-Za-z_]\w*$/.test(path.slice(path.lastIndexOf('/') + 1)), `${path} is no valid name`);
    expectThat(typeName !== undefined, `${path} has no type`);
    for (const name of required[typeName ?? ''] ?? []) expectThat(has(name), `${path} has no ${name}`);
    expectThat(
      !has('material:binding') || schemas.includes('MaterialBindingAPI'),
      `${path} lacks MaterialBindingAPI`,
    );
    const binds = ['skel:skeleton', 'skel:animationSource', 'skel:blendShapes'].some(has);
    expectThat(!binds || schemas.includes('SkelBindingAPI'), `${path} lacks SkelBindingAPI`);
    if (has('skel:skeleton'))
      expectThat(
        reading.prims('SkelRoot').some((root) => path.startsWith(`${root}/`)),
        `${path} is below no SkelRoot`,
      );
    if (typeName === 'Mesh') checkMesh(path, has);
    if (boundable.has(typeName ?? '')) checkExtent(path);
    if (typeName === 'Material') {
      const [surface] = (specs[`${path}.outputs:surface`]?.fields.connectionPaths ?? []) as string[];
      expectThat(surface?.startsWith(`${path}/`), `${path} has no surface inside it`);
    }
    if (typeName === 'Shader') checkShader(path);
    const order = (reading.at(`${path}.xformOpOrder`) ?? []) as readonly string[];
    for (const op of order) expectThat(has(op), `${path} has no ${op}`);
  }

  function checkMesh(path: string, has: (name: string) => boolean): void {
    const counts = reading.at(`${path}.faceVertexCounts`) as ArrayLike<number>;
    const indices = reading.at(`${path}.faceVertexIndices`) as ArrayLike<number>;
    const points = (reading.at(`${path}.points`) as ArrayLike<number>).length / 3;
    let corners = 0;
    for (let k = 0; k < counts.length; k++) corners += counts[k];
    expectThat(corners === indices.length, `${path}: ${corners} corners, ${indices.length} indices`);
    let max = 0;
    for (let k = 0; k < indices.length; k++) max = Math.max(max, indices[k]);
    expectThat(max < points, `${path}: an index is beyond its ${points} points`);
    const widths = { normals: 3, 'primvars:st': 2, 'primvars:displayColor': 3 };
    for (const [name, width] of Object.entries(widths)) {
      if (!has(name)) continue;
      const { interpolation = 'constant' } = specs[`${path}.${name}`].fields as { interpolation?: string };
      const elements = (reading.at(`${path}.${name}`) as ArrayLike<number>).length / width;
      const wanted = { vertex: points, faceVarying: corners, constant: 1 }[interpolation];
      expectThat(elements === wanted, `${path}.${name}: ${elements} values with ${interpolation}`);
    }
    expectThat(
      !has('normals') || reading.at(`${path}.subdivisionScheme`) === 'none',
      `${path}: normals of a subdivided mesh`,
    );
  }

  function checkExtent(path: string): void {
    const extent = reading.at(`${path}.extent`) as ArrayLike<number>;
    expectThat(extent.length === 6, `${path}: an extent of ${extent.length} numbers`);
  }

  function checkShader(path: string): void {
    const prefix = `${path}.`;
    for (const property of Object.keys(specs).filter((other) => other.startsWith(prefix))) {
      const wanted = shaderTypes[property.slice(prefix.length)];
      const { typeName } = specs[property].fields;
      expectThat(!wanted || typeName === wanted, `${property} is of type ${typeName}`);
    }
  }
}

/** Returns the applied schemas of each prim, by path, from the text of tinyusdz. three.js does not read them. */
function readSchemas(text: string): Map<string, string> {
  const schemas = new Map<string, string>();
  const path: string[] = [];
  for (const line of text.split('\n')) {
    const [, spaces, name] = /^( *)def (?:\w+ )?"(\w+)"/.exec(line) ?? [];
    if (name) path.splice(spaces.length / 4, Number.POSITIVE_INFINITY, name);
    else if (line.includes('apiSchemas =')) schemas.set(`/${path.join('/')}`, line);
  }
  return schemas;
}
