import { describe, expect, test } from 'vitest';
import { openContainer } from '../../files/gltf/container.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { packGlb } from '../../files/testing/gltf-builder.ts';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { createActor } from '../../motion/actor.ts';
import { writeMorphedCharacter } from '../morph/morphed-character.ts';
import { createSwingTrack } from '../testing/swing-track.ts';
import { writeTravelledCharacter } from './travelled-character.ts';

type Json = Record<string, unknown>;

const ktx = Uint8Array.from('\xabKTX 20\xbb\r\n\x1a\n and more', (letter) => letter.charCodeAt(0));
/** Text in the format of JSON.stringify with all kinds of values, also integers that other programs use as identifiers. */
const notes =
  '{"id":9007199254740993,"list":[18446744073709551615,-0.5,1e-7],"text":"\\u0000 ß 🦊 \\"","none":null}';

/** Creates a skinned bar that has unknown extensions and extras, which are numbered, in every object that glTF has. */
function buildDecorated(): { bytes: Uint8Array; text: string; locations: string[] } {
  const builder = buildSkinnedBar();
  const image = { bufferView: builder.addView(ktx), mimeType: 'image/ktx2' };
  builder.json.images = [image];
  builder.json.samplers = [{}];
  builder.json.textures = [{ sampler: 0, extensions: { KHR_texture_basisu: { source: 0 } } }];
  builder.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  builder.json.cameras = [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }];
  builder.addNode({ camera: 0 });
  builder.addView(new Uint8Array(4));
  const json = builder.finish();
  (json.meshes as { primitives: Json[] }[])[0].primitives[0].material = 0;
  json.extensionsUsed = ['VRM', 'VRMC_springBone', 'VENDOR_thing', 'KHR_texture_basisu'];
  json.extensionsRequired = ['KHR_texture_basisu'];
  const locations: string[] = [];
  decorate(json, '', locations);
  const text = JSON.stringify(json).replace(
    /"NOTES (\d+)"/g,
    (_, index) => `{"place":${index},"notes":${notes}}`,
  );
  return { bytes: packText(text, builder.binary), text, locations };
}

/**
 * Adds an unknown extension and extras to every object of the document, except to objects that may only have standard members. Appends the
 * location of each changed object to `locations`.
 */
function decorate(value: unknown, location: string, locations: string[]): void {
  if (typeof value !== 'object' || value === null || /attributes$/.test(location)) return;
  if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      decorate(entry, `${location}[${index}]`, locations);
    });
    return;
  }
  const object = value as Json;
  for (const [key, member] of Object.entries(object)) {
    if (key !== 'extensions') decorate(member, `${location}.${key}`, locations);
  }
  object.extensions = { ...(object.extensions as Json), VENDOR_thing: `NOTES ${locations.length}` };
  object.extras = `NOTES ${locations.length}`;
  if (location === '')
    Object.assign(object.extensions as Json, {
      VRM: { humanoid: `NOTES ${locations.length}` },
      VRMC_springBone: { springs: [`NOTES ${locations.length}`] },
    });
  locations.push(location);
}

function packText(text: string, binary: Uint8Array): Uint8Array {
  const stand = packGlb({}, binary);
  const json = new TextEncoder().encode(text);
  const length = Math.ceil(json.length / 4) * 4;
  const rest = stand.subarray(24);
  const bytes = new Uint8Array(20 + length + rest.length).fill(0x20);
  bytes.set(stand.subarray(0, 20));
  bytes.set(json, 20);
  bytes.set(rest, 20 + length);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, length, true);
  return bytes;
}

/** Returns the contents of `extensions` and `extras` by their number, as text, because parsing would hide lost digits. */
function listNotes(bytes: Uint8Array): Map<number, number> {
  const { text } = openContainer(bytes, 'file');
  const counts = new Map<number, number>();
  for (const { 1: location, index } of text.matchAll(/\{"place":(\d+),"notes":/g)) {
    const start = index + `{"place":${location},"notes":`.length;
    expect(text.slice(start, start + notes.length)).toBe(notes);
    counts.set(Number(location), (counts.get(Number(location)) ?? 0) + 1);
  }
  return counts;
}

describe('unknown extensions and extras are kept with every digit, wherever they are in the file', () => {
  const { bytes, locations } = buildDecorated();

  async function open() {
    const rig = await readGltf(bytes, { name: 'bar.glb' });
    return { rig, actor: createActor(rig, { name: 'bar', clip: 'Bend', scale: 1 }) };
  }

  test('the file itself is read, and its picture is reported', async () => {
    const { rig } = await open();
    expect(locations.length).toBeGreaterThanOrEqual(40);
    expect(rig.warnings.join()).toContain('KHR_texture_basisu alone');
  });

  test('the character that travels', async () => {
    const { actor } = await open();
    const written = writeTravelledCharacter(bytes, { name: 'bar.glb', actor, start: 0, end: 1, fps: 30 });
    expectKept(written.bytes);
  });

  test('the character with flesh, which also travels', async () => {
    const { actor } = await open();
    const tracks = [createSwingTrack(actor, { size: 0.05, end: 1, modeCount: 2 })];
    const options = { name: 'bar.glb', actor, start: 0, end: 1, fps: 30, tracks, travels: true };
    expectKept((await writeMorphedCharacter(bytes, options)).bytes);
  });

  function expectKept(written: Uint8Array): void {
    const before = listNotes(bytes);
    const after = listNotes(written);
    for (const [index, name] of locations.entries()) expect(after.get(index), name).toBe(before.get(index));
    const { json, binary } = openContainer(written, 'out');
    const { images, bufferViews, extensionsUsed, extensionsRequired } = json as {
      images: { bufferView: number; mimeType: string }[];
      bufferViews: { byteOffset: number; byteLength: number }[];
      extensionsUsed: string[];
      extensionsRequired: string[];
    };
    const { byteOffset, byteLength } = bufferViews[images[0].bufferView];
    expect([...binary!.subarray(byteOffset, byteOffset + byteLength)]).toEqual([...ktx]);
    expect(images[0].mimeType).toBe('image/ktx2');
    expect(extensionsUsed).toEqual(['VRM', 'VRMC_springBone', 'VENDOR_thing', 'KHR_texture_basisu']);
    expect(extensionsRequired).toEqual(['KHR_texture_basisu']);
  }
});
