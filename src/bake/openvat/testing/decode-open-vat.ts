import { FloatType, type Mesh } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { decodePng } from '../../../files/png-read.ts';
import { playInThree } from '../../testing/play-in-three.ts';

/** What players of OpenVAT read: the vertices of the mesh, all primitives one after the other. */
export interface DecodedOpenVat {
  readonly frames: number;
  readonly vertexCount: number;
  /** Returns world positions at a frame, [3 · vertexCount]. */
  positions(frame: number): Float64Array;
  /** Returns normals at a frame, [3 · vertexCount]. */
  normals(frame: number): Float64Array;
}

/** A picture of floats from 0 to 1, row 0 on top. */
interface Sampled {
  readonly height: number;
  at(u: number, v: number): readonly [number, number, number];
}

/**
 * Decodes the files of one mesh with the arithmetic of the shaders that OpenVAT publishes for Godot and Unity. Loaders of three.js read the GLB
 * and the EXR. files: by their names without the folder.
 */
export async function decodeOpenVat(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<DecodedOpenVat> {
  const player = await playInThree(files.get(`${name}.glb`)!);
  const meshes = player.meshesOf(player.nodeNamed(name));
  const info = JSON.parse(new TextDecoder().decode(files.get(`${name}-remap_info.json`)));
  const { Min, Max, Frames } = info['os-remap'] as { Min: number[]; Max: number[]; Frames: number };
  const read = (part: string) => {
    const exr = files.get(`${name}_${part}.exr`);
    const png = files.get(`${name}_${part}.png`);
    return exr ? readExr(exr) : png ? readPng(png) : null;
  };
  const vat = read('vat')!;
  const own = read('vnrm');
  const vertexCount = meshes.reduce((sum, { geometry }) => sum + geometry.attributes.position.count, 0);
  const each = (frame: number, decode: (mesh: Mesh, k: number, u: number, v: number) => number[]) => {
    const out: number[] = [];
    for (const mesh of meshes) {
      const { uv1 } = mesh.geometry.attributes;
      for (let k = 0; k < uv1.count; k++)
        out.push(...decode(mesh, k, uv1.getX(k), uv1.getY(k) + frame / vat.height));
    }
    return Float64Array.from(out);
  };
  // From Blender's axes to those of glTF.
  const turn = ([x, y, z]: number[]) => [x, z, -y];
  return {
    frames: Frames,
    vertexCount,
    positions: (frame) =>
      each(frame, ({ geometry: { attributes }, matrixWorld }, k, u, v) => {
        const moved = turn(vat.at(u, v).map((value, c) => Min[c] + value * (Max[c] - Min[c])));
        const { position } = attributes;
        const still = [position.getX(k), position.getY(k), position.getZ(k)];
        return still.map((value, c) => value + moved[c] + matrixWorld.elements[12 + c]);
      }),
    normals: (frame) =>
      each(frame, (_, __, u, v) =>
        turn((own ? own.at(u, v) : vat.at(u, v + 0.5)).map((value) => 2 * value - 1)),
      ),
  };
}

function readExr(bytes: Uint8Array): Sampled {
  const loader = new EXRLoader();
  loader.setDataType(FloatType);
  const { data, width, height } = loader.parse(Uint8Array.from(bytes).buffer) as unknown as {
    data: Float32Array;
    width: number;
    height: number;
  };
  // three.js stores the rows from the bottom, with four channels.
  return sample(width, height, (x, y, c) => data[4 * ((height - 1 - y) * width + x) + c]);
}

function readPng(bytes: Uint8Array): Sampled {
  const { data, width, height, channels, depth } = decodePng(bytes);
  if (channels !== 3 || depth !== 16) throw new Error(`${channels} channels of ${depth} bits`);
  return sample(width, height, (x, y, c) => data[3 * (y * width + x) + c] / 65535);
}

/** Reads the pixel at texture coordinates, which must be at the centre of a pixel, so that filtering changes nothing. */
function sample(width: number, height: number, value: (x: number, y: number, c: number) => number): Sampled {
  return {
    height,
    at(u, v) {
      const [x, y] = [u * width - 0.5, v * height - 0.5].map((coordinate) => {
        const nearest = Math.round(coordinate);
        if (Math.abs(coordinate - nearest) > 0.02) throw new Error(`${u}, ${v} is beside a pixel`);
        return nearest;
      });
      if (!(x >= 0 && x < width && y >= 0 && y < height)) throw new Error(`${u}, ${v} is outside`);
      return [value(x, y, 0), value(x, y, 1), value(x, y, 2)];
    },
  };
}
