import {
  type Color,
  Matrix4,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  type Texture,
  Vector2,
} from 'three';
import { InputError } from '../../input-error.ts';
import { decomposeMatrix } from '../../math/decompose-matrix.ts';
import { linearOfSrgb } from '../../math/srgb.ts';
import { type Actor, createActor } from '../../motion/actor.ts';
import type { Picture } from '../../motion/picture.ts';
import { Pose } from '../../motion/pose.ts';
import type { Rig, RigNode, RigPicture, RigSurface } from '../../motion/rig.ts';
import { readObject } from '../live/read-object.ts';

/** A three.js skin on which fur can grow. */
export interface ObjectSkin {
  /** The actor of the skin. Its rest pose is the pose of the object when it was read, at its size in the world. */
  readonly actor: Actor;
  /** The mesh of each surface of `actor.rig`. */
  readonly meshes: readonly Mesh[];
  readPose(pose: Pose): void;
  /** Returns the pixels of a picture that a surface of `actor.rig` uses. */
  decodePicture(picture: RigPicture): Picture;
}

/** Reads all meshes at and below an object, with the colours of their materials. Throws an `InputError` if there are no meshes. */
export function readSkin(object: Object3D): ObjectSkin {
  object.updateWorldMatrix(true, true);
  const source = readObject(object);
  const pictures = new Map<Texture, RigPicture>();
  const textures = new Map<RigPicture, Texture>();
  const surfaces = source.rig.surfaces.map((surface, index): RigSurface => {
    const mesh = source.meshes[index];
    const material = materialOf(mesh);
    const texcoords = readTexcoords(mesh, material.map ?? null);
    const look = { color: arrayOf(material.color), colors: readColors(mesh, material.color), texcoords };
    const { map } = material;
    if (!map?.image || !texcoords) return { ...surface, ...look };
    const picture = pictures.get(map) ?? { name: map.name || mesh.name, bytes: new Uint8Array(0) };
    pictures.set(map, picture);
    textures.set(picture, map);
    return { ...surface, ...look, picture };
  });
  const rig: Rig = { ...source.rig, surfaces };
  const pose = new Pose(rig);
  source.readPose(pose);
  const nodes = rig.nodes.map((node, index) => restOf(node, index, pose));
  // The name is one that no collider can have, so that all of the user's objects may press the fur.
  const name = `${rig.name}#${object.id}`;
  return {
    actor: createActor({ ...rig, nodes }, { name, clip: null, scale: 1 }),
    meshes: source.meshes,
    readPose: source.readPose,
    decodePicture: (picture) => readTexture(textures.get(picture)!),
  };
}

/** Returns a node with the object's current transform relative to its parent. */
function restOf(node: RigNode, index: number, { world, weights }: Pose): RigNode {
  const own = new Matrix4().fromArray(world, 16 * index);
  if (node.parent >= 0) own.premultiply(new Matrix4().fromArray(world, 16 * node.parent).invert());
  return { ...node, ...decomposeMatrix(own.elements), weights: [...weights[index]] };
}

type Painted = Partial<Pick<MeshStandardMaterial, 'color' | 'map' | 'vertexColors'>>;

function materialOf(mesh: Mesh): Painted {
  return (Array.isArray(mesh.material) ? mesh.material[0] : mesh.material) as Painted;
}

function arrayOf(color: Color | undefined): [number, number, number] {
  return color ? [color.r, color.g, color.b] : [1, 1, 1];
}

/**
 * Returns the colours of vertices. If there are none, returns the material's colour for each vertex, or undefined if the material is white.
 */
function readColors(mesh: Mesh, color: Color | undefined): Float32Array | undefined {
  const own = arrayOf(color);
  const { position, color: attribute } = mesh.geometry.attributes;
  const hasColors = materialOf(mesh).vertexColors && attribute;
  if (!hasColors && own.every((part) => part === 1)) return undefined;
  const out = new Float32Array(3 * position.count);
  for (let v = 0; v < position.count; v++) {
    for (let c = 0; c < 3; c++) {
      out[3 * v + c] = own[c] * (hasColors ? attribute.getComponent(v, c) : 1);
    }
  }
  return out;
}

/** Returns the texture coordinates of vertices, v downward, whether or not the texture is flipped. */
function readTexcoords(mesh: Mesh, map: Texture | null): Float32Array | undefined {
  const { attributes } = mesh.geometry;
  const uv = attributes[map && map.channel > 0 ? `uv${map.channel}` : 'uv'];
  if (!uv) return undefined;
  const out = new Float32Array(2 * uv.count);
  if (map?.matrixAutoUpdate) map.updateMatrix();
  const position = new Vector2();
  for (let v = 0; v < uv.count; v++) {
    position.set(uv.getX(v), uv.getY(v));
    if (map) position.applyMatrix3(map.matrix);
    out[2 * v] = position.x;
    out[2 * v + 1] = map && !map.flipY ? position.y : 1 - position.y;
  }
  return out;
}

/** Returns the pixels of a texture as linear light. Throws an `InputError` if the page cannot read the texture. */
function readTexture(texture: Texture): Picture {
  const image = texture.image as { width: number; height: number; data?: ArrayLike<number> };
  const { width, height } = image;
  const bytes = image.data ?? drawImage(image as unknown as CanvasImageSource, width, height, texture);
  const pixels = new Float32Array(4 * width * height);
  for (let k = 0; k < pixels.length; k++) {
    const value = bytes[k] / 255;
    pixels[k] = k % 4 === 3 ? value : linearOfSrgb(value);
  }
  return { width, height, pixels };
}

function drawImage(
  image: CanvasImageSource,
  width: number,
  height: number,
  { name }: Texture,
): ArrayLike<number> {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  try {
    context!.drawImage(image, 0, 0);
    return context!.getImageData(0, 0, width, height).data;
  } catch (error) {
    throw InputError.at(
      name || 'map',
      `expected a picture that the page may read, got one that says "${(error as Error).message}": ` +
        'serve it from the same place, or say `colorFrom: "coat"`',
    );
  }
}
