import { encodeExrColor } from '../../files/exr-write.ts';
import { GlbPatch, indexTarget, vertexTarget } from '../../files/glb-patch.ts';
import { encodePng16 } from '../../files/png.ts';
import { workThrough } from '../../long-work.ts';
import type { RigPicture } from '../../motion/rig.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type Bake, countFrames, outputsOfKind } from '../output-definition.ts';
import type { FileSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { groupCoats } from '../shells/group-coats.ts';
import { type EncodedOpenVat, encodeOpenVat, maxSample } from './encode-open-vat.ts';
import { openFleshMesh } from './flesh-mesh.ts';
import { openFurMesh } from './fur-mesh.ts';
import type { MovingMesh } from './moving-mesh.ts';
import { type OpenVatOptions, openVatCoordinates } from './open-vat-layout.ts';
import type { OpenVatReference } from './open-vat-tasks.ts';

/** Results of a mesh that are known after its files are written. */
export interface OpenVatFacts {
  readonly name: string;
  /** The folder of the files, relative to that of the bake. */
  readonly folder: string;
  readonly vertices: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly maxErrorMetres: number;
}

/** Returns the options of the textures of a bake. */
export function openVatOptions({ openVatFormat, openVatNormals, openVatSize }: BakePlan): OpenVatOptions {
  return {
    format: openVatFormat ?? 'exr',
    normals: openVatNormals ?? 'packed',
    size: openVatSize ?? 'exact',
  };
}

/** Returns the names of the files of a mesh, as OpenVAT names them. */
export function openVatFiles(name: string, { format, normals }: OpenVatOptions) {
  const folder = `${name}_vat`;
  return {
    folder,
    mesh: `${folder}/${name}.glb`,
    positions: `${folder}/${name}_vat.${format}`,
    normals: normals === 'separate' ? `${folder}/${name}_vnrm.${format}` : null,
    description: `${folder}/${name}-remap_info.json`,
  };
}

/** Writes the textures of a character or of a coat, with the mesh that they move. The result is null if there is no mesh. */
export async function writeOpenVat(
  bake: Bake,
  { kind, name }: OpenVatReference,
  sink: FileSink,
): Promise<OpenVatFacts | null> {
  const { plan } = bake;
  await sink.next(`OpenVAT textures of ${name}`);
  const mesh = kind === 'flesh' ? openFlesh(bake, name) : openFur(bake, name);
  if (!mesh) return null;
  const options = openVatOptions(plan);
  const frames = countFrames(plan);
  const vat = workThrough(encodeOpenVat(mesh, plan.firstFrame, frames, options));
  const files = openVatFiles(name, options);
  const write = (file: string, bytes: Uint8Array) =>
    sink.write(placeOutput(plan, 'openVat', file), 'openVat', bytes);
  await write(files.positions, encodePicture(vat.values, vat, options));
  if (files.normals) await write(files.normals, encodePicture(vat.normalValues!, vat, options));
  await write(files.mesh, buildMesh(name, mesh, vat));
  const text = `${JSON.stringify(describe(name, vat, fractionToNumber(plan.times.fps)), null, 2)}\n`;
  await write(files.description, new TextEncoder().encode(text));
  const { width, height } = vat.layout;
  return {
    name,
    folder: placeOutput(plan, 'openVat', files.folder),
    vertices: mesh.primitives.reduce((sum, { vertexCount }) => sum + vertexCount, 0),
    frames,
    width,
    height,
    maxErrorMetres: vat.maxErrorMetres,
  };
}

function openFlesh(bake: Bake, name: string): MovingMesh {
  return openFleshMesh(bake, bake.plan.actors.find((actor) => actor.name === name)!);
}

function openFur(bake: Bake, name: string): MovingMesh | null {
  const group = groupCoats(bake).find(({ coats }) => coats.some(({ output }) => output.name === name))!;
  return openFurMesh(bake, group, outputsOfKind(bake, 'shells').find(({ output }) => output.name === name)!);
}

function encodePicture(
  values: Float32Array,
  { layout: { width, height } }: EncodedOpenVat,
  { format }: OpenVatOptions,
): Uint8Array {
  if (format === 'exr') return encodeExrColor(values, width, height, { depth: 'float' });
  const samples = Uint16Array.from(values, (value) => Math.round(maxSample * value));
  return encodePng16(samples, width, height, {}, null, 3);
}

/** Returns the description as OpenVAT writes it. Its first frame is 1. */
function describe(name: string, { min, max, layout: { frames }, repeats }: EncodedOpenVat, fps: number) {
  return {
    'os-remap': { Min: min, Max: max, Frames: frames },
    animations: { [name]: { startFrame: 1, endFrame: frames, framerate: fps, looping: repeats } },
  };
}

function buildMesh(name: string, { origin, primitives }: MovingMesh, { layout, base }: EncodedOpenVat) {
  const glb = GlbPatch.create();
  const pictures = new Map<RigPicture, number>();
  let first = 0;
  const parts = primitives.map(({ vertexCount, indices, color, colors, texcoords, picture, ...own }, k) => {
    const attributes = {
      POSITION: glb.addAccessor(base[k].positions, 'VEC3', vertexTarget),
      NORMAL: glb.addAccessor(base[k].normals, 'VEC3', vertexTarget),
      // Players read the address from the second set of coordinates, so there must be a first one.
      TEXCOORD_0: glb.addAccessor(texcoords ?? new Float32Array(2 * vertexCount), 'VEC2', vertexTarget),
      TEXCOORD_1: glb.addAccessor(openVatCoordinates(layout, first, vertexCount), 'VEC2', vertexTarget),
      ...(colors && { COLOR_0: glb.addAccessor(colors, 'VEC3', vertexTarget) }),
    };
    first += vertexCount;
    const material = glb.add('materials', {
      name: own.name || name,
      pbrMetallicRoughness: {
        ...(!colors && { baseColorFactor: [...color, 1] }),
        ...(picture && { baseColorTexture: { index: addPicture(glb, pictures, picture) } }),
        metallicFactor: 0,
        roughnessFactor: own.roughness,
      },
    });
    return { attributes, indices: glb.addAccessor(indices, 'SCALAR', indexTarget), material };
  });
  const mesh = glb.add('meshes', { name, primitives: parts });
  const node = glb.add('nodes', { name, mesh, translation: [...origin] });
  glb.json.scene = glb.add('scenes', { name, nodes: [node] });
  return glb.toGlb();
}

function addPicture(glb: GlbPatch, known: Map<RigPicture, number>, picture: RigPicture): number {
  const old = known.get(picture);
  if (old !== undefined) return old;
  const json = glb.json as typeof glb.json & { images?: object[]; textures?: object[]; samplers?: object[] };
  json.images ??= [];
  json.textures ??= [];
  json.samplers ??= [{}];
  const mimeType = picture.bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
  json.images.push({ name: picture.name, mimeType, bufferView: glb.addBufferView(picture.bytes) });
  const index = json.textures.push({ source: json.images.length - 1, sampler: 0 }) - 1;
  known.set(picture, index);
  return index;
}
