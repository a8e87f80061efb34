import type { GltfStorage } from '../files/gltf/describe-storage.ts';
import { append, maxOf } from '../math/lists.ts';
import type { CharacterInspection, ClipInspection } from '../scene/inspect-character.ts';
import { count, problemLines, short } from './inspection-text.ts';

/** Describes the contents of a character file, in lines for a terminal. */
export function characterLines(inspection: CharacterInspection): string[] {
  const { file, skins, joints, surfaces, triangles, clips, heightUnits, height, scale } = inspection;
  const lines = [
    `${file}: ${count(clips.length, 'clip')}, ${count(skins, 'skin')}${joints.length > 0 ? ` with ${count(joints.length, 'joint')}` : ''}, ` +
      `${count(surfaces.length, 'surface')} with ${count(triangles, 'triangle')}`,
    scale === 1
      ? `Height in the rest pose ${short(height)} m.`
      : `Height in the rest pose ${short(heightUnits)} units, interpreted as ${short(height)} m (scale ${short(scale)}).`,
  ];
  const unnamed = joints.filter((name) => name === '').length;
  if (joints.length > 0) {
    lines.push(
      `Joints: ${joints.filter((name) => name !== '').join(', ')}${unnamed > 0 ? `, ${unnamed} unnamed` : ''}`,
    );
  }
  for (const { name, vertices, triangles: own, skinned, morphTargets } of surfaces) {
    lines.push(
      `Surface ${name || '(unnamed)'}: ${count(vertices, 'vertex', 'vertices')}, ${count(own, 'triangle')}, ` +
        `${skinned ? 'skinned' : 'rigid on its node'}${morphTargets > 0 ? `, ${count(morphTargets, 'morph target')}` : ''}`,
    );
  }
  if (inspection.springBones) {
    const { version, joints: swinging, colliders } = inspection.springBones;
    lines.push(
      `Spring bones of VRM ${version}: ${count(swinging.length, 'joint')} (${swinging.map((name) => name || 'unnamed').join(', ')}), ` +
        `${count(colliders, 'collider')}. A bake simulates them.`,
    );
  }
  if (inspection.storage) append(lines, storageLines(inspection.storage));
  if (clips.length > 0) append(lines, ['', ...clipTable(inspection)]);
  const problems = [
    ...inspection.problems,
    ...clips.flatMap((clip, index) => clip.problems.map((problem) => `${clipName(clip, index)}: ${problem}`)),
  ];
  append(lines, ['', ...problemLines(problems)]);
  return lines;
}

function storageLines({ draco, meshopt, integers, sparse, extensions }: GltfStorage): string[] {
  const encodings: string[] = [];
  if (draco) {
    const twice = draco.plainToo > 0 ? `, ${draco.plainToo} of them also uncompressed` : '';
    encodings.push(`${count(draco.primitives, 'part')} with Draco in ${bytes(draco.bytes)}${twice}`);
  }
  if (meshopt) {
    const filters = meshopt.filters.length > 0 ? `, filters ${meshopt.filters.join(', ').toLowerCase()}` : '';
    encodings.push(
      `${count(meshopt.views, 'block')} with meshopt, ${bytes(meshopt.decodedBytes)} in ${bytes(meshopt.bytes)}${filters}`,
    );
  }
  if (integers.length > 0) {
    const types = integers.map(
      ({ attribute, bits, normalized }) => `${attribute} ${bits} bits${normalized ? '' : ' not normalised'}`,
    );
    encodings.push(`integers for ${types.join(', ')}`);
  }
  if (sparse > 0) encodings.push(`${count(sparse, 'sparse accessor')}`);
  const list = (chosen: GltfStorage['extensions']) =>
    chosen.map(({ name, required }) => `${name}${required ? ' (required)' : ''}`).join(', ');
  const read = list(extensions.filter((extension) => extension.read));
  const kept = list(extensions.filter((extension) => !extension.read));
  return [
    ...(encodings.length > 0 ? [`Stored as: ${encodings.join('; ')}.`] : []),
    ...(read ? [`Extensions that are read: ${read}.`] : []),
    ...(kept ? [`Extensions that are kept unchanged: ${kept}.`] : []),
  ];
}

function bytes(value: number): string {
  return value < 10_000 ? `${value} bytes` : `${Math.round(value / 1000)} kB`;
}

const kindNames = { inPlace: 'in place', travelling: 'travels', still: 'stays' } as const;

function clipTable({ clips, defaultClip }: CharacterInspection): string[] {
  const rows = [
    ['clip', 'seconds', 'kind', 'speed', 'slide', 'correction'],
    ...clips.map((clip, index) => [
      clipName(clip, index),
      clip.duration.toFixed(2),
      kindNames[clip.kind],
      clip.kind === 'still' ? '' : `${clip.speed.toFixed(2)} m/s`,
      clip.slide === null ? '' : `${(100 * clip.slide).toFixed(2)} %`,
      clip.correction === null ? '' : `${(100 * clip.correction).toFixed(1)} %`,
      index === defaultClip ? '← played by default' : '',
    ]),
  ];
  const widths = rows[0].map((_, column) => maxOf(rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  clips.forEach((clip, index) => {
    if (clip.stillReason !== undefined)
      lines.push(`${clipName(clip, index)} stays in place: ${clip.stillReason}.`);
  });
  if (clips.some(({ slide }) => slide !== null)) {
    lines.push(
      'Slide: remaining slide of planted soles after the correction. Correction: max displacement of a foot. Both relative to the height.',
    );
  }
  return lines;
}

function clipName({ name }: ClipInspection, index: number): string {
  return name === '' ? `${index} (unnamed)` : name;
}
