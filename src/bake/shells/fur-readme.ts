import { append } from '../../math/lists.ts';
import type { BakeFrames, ImportedEntry, OutputExplanation } from '../output-definition.ts';
import { count, explainSome, linesOf, show, showShort } from '../readme/readme-format.ts';
import { vatFragmentShader, vatScript, vatVertexShader } from './vat-shader.ts';
import type { FurFacts } from './write-fur.ts';
import type { VatFacts } from './write-vat.ts';

/** Explains the files of all coats of a bake. hidden: names of actors that are not shown. */
export function explainCoats(
  coats: readonly FurFacts[],
  frames: BakeFrames,
  hidden: readonly string[],
): OutputExplanation {
  const entries = new Map<string, ImportedEntry>();
  const notes: string[] = [];
  for (const { name: coat, owner: name, isOnActor, cards, curves } of coats) {
    // The file with moving fur is used if there is one, otherwise that with static fur. Coats on one character are in one file.
    const file = cards?.morphs ?? cards?.cards;
    const key = `${isOnActor} ${name}`;
    if (file && !entries.has(key)) {
      const isHidden = isOnActor && hidden.includes(name);
      const entry = { kind: 'gltf', name, file, clip: cards!.shownClip, isHidden } as const;
      entries.set(key, { entry, ...(isOnActor && { actor: name }) });
    } else if (!cards && curves) {
      notes.push(`${coat}: File > Import > Universal Scene Description brings in ${curves.file}`);
    }
  }
  return {
    about: explainSome(coats, 1, (coat) => linesOf(explainFur(coat, frames)), 'are written in the same way.'),
    houdini: explainFurInHoudini(coats, frames),
    elsewhere: explainFurTextures(coats),
    entries: [...entries.values()],
    notes,
  };
}

/** Describes the content of the files of a coat. */
export function explainFur({ name, cards, curves, vat }: FurFacts, bake: BakeFrames): string {
  const lines: string[] = [];
  if (cards) {
    lines.push(
      `  ${count(cards.strandCount, 'strand')}, each a closed mesh of three sides, coloured by its vertices (linear), lit as the skin`,
      '  below it. They are bound to the same joints as the skin, so they go wherever the character goes.',
    );
  }
  if (cards?.morphs) {
    const clips = [...new Set(cards.clipNames)].map((clip) => (clip ? `"${clip}"` : 'its clip'));
    lines.push(
      clips.length > 0 && cards.targets
        ? `  It moves in ${clips.join(' and ')}, by ${count(cards.targets, 'morph target')}: within ${millimetres(cards.error!.error.rmsMetres)} mm of what was simulated on average,`
        : '  Nothing of it moves, so there are no morph targets.',
    );
    if (clips.length > 0 && cards.targets)
      lines.push(
        `  ${millimetres(cards.error!.error.maxMetres)} mm at most (${showShort(100 * cards.error!.error.rmsFraction)} % of the motion is left out). morphTargets in the scene sets how many.`,
        '  They are stored for every vertex (dense, as every program reads them); weights go from 0 to 1.',
      );
  }
  if (curves) {
    lines.push(
      `  USD: prim /${curves.prim} of type BasisCurves, ${count(curves.strandCount, 'curve')}, linear, root first, in the world; widths`,
      '  (diameters) and primvars:displayColor (linear) at every point. Time code ' +
        `${bake.firstFrame} is the time ${show(bake.startSeconds)} s.`,
    );
  }
  if (vat) append(lines, explainTexture(vat));
  return lines.length > 0 ? [`Fur of ${name} (metres)`, ...lines].join('\n') : '';
}

function explainTexture({ mesh, fur }: NonNullable<FurFacts['vat']>): string[] {
  const { file, width, height, columns, frames, blocks, fps } = fur.vat;
  const perFrame = blocks === 1 ? 'a row a frame' : `${blocks} rows a frame`;
  const { blades } = fur;
  return [
    `  ${file}: ${width} x ${height} pixels of half floats, no colours. A column for each of the ${columns} vertices of the`,
    `  skin, ${perFrame}, from the top: ${count(frames, 'frame')} at ${show(fps)} a second of tips less roots, in metres, along the`,
    '  tangent (R), bitangent (G) and normal (B) of the skin as it is posed; below, in as many rows, the normals in the same',
    fur.vat.hasRoots
      ? '  way; below these, how far roots are from the mesh, in metres. Bitangent = normal x tangent.'
      : '  way. Bitangent = normal x tangent.',
    '  Do not filter, compress or convert it.',
    `  ${blades.file}: ${fur.look.layerCount} slices of ${blades.width} x ${blades.height}, ${blades.columns} in a row, from the skin outward. Upper half: opacity (R),`,
    '  tone (G), how far along its blade (B); lower half: light that comes down there. A tile is ' +
      `${show(fur.look.tile)} m wide.`,
    `  ${mesh}: mesh "${fur.name} skin", invisible to viewers that know nothing of it. Attributes _COLUMN, _LENGTH (m),`,
    '  _DENSITY, _REST_POSITION (m), _REST_NORMAL; in the extras of its node, aftermotion.fur: the look of it, and its files.',
  ];
}

export function explainFurInHoudini(furs: readonly FurFacts[], { fps, firstFrame }: BakeFrames): string {
  const curves = furs.flatMap(({ curves: own }) => (own ? [own.file] : []));
  if (curves.length === 0) return '';
  return [
    `Houdini (fur as curves; set the frame rate to ${show(fps)}, frame ${firstFrame} is the first)`,
    `  In Solaris: a Sublayer node with $HIP/${curves[0]}. In SOPs: a USD Import node with the same file, unpacked.`,
  ].join('\n');
}

/** Explains how to play textures. */
export function explainFurTextures(furs: readonly FurFacts[]): string {
  const first = furs.find(({ vat }) => vat)?.vat;
  if (!first) return '';
  return [
    'Fur from textures',
    '  With this library, in three.js: const playback = await loadFurPlayback(gltf.scene, folder), a FurObject of',
    "  playback.shells added to gltf.scene, and on every picture playback.show(seconds) and the object's update().",
    `  Without it, in three.js, Godot, Unity or Unreal: ${first.howTo} has an example with its shaders.`,
  ].join('\n');
}

/** Returns the text of the file that explains how to play the textures of a coat. It contains the example with which a test draws. */
export function describeFurPlayback({ fur, mesh }: Pick<VatFacts, 'fur' | 'mesh'>): string {
  const text = [
    'Fur from textures, without this library',
    '',
    `As short as can be (${mesh}, ${fur.vat.file} and ${fur.blades.file} loaded with GLTFLoader, EXRLoader`,
    'and TextureLoader of three.js; play the last clip):',
    '',
    vatScript.trimEnd(),
    '',
    'const vertexShader = `',
    vatVertexShader.trimEnd(),
    '`;',
    'const fragmentShader = `',
    vatFragmentShader.trimEnd(),
    '`;',
    '',
    'Godot: import the EXR without compression, mipmaps and filter; a MultiMesh of the skin, or one surface a layer, with a',
    'ShaderMaterial. There VERTEX, NORMAL and TANGENT are posed already: B = cross(N, T), tip = T * r + B * g + N * b by',
    'texelFetch(motion, ivec2(column, frame), 0), row 0 at the top; bend from NORMAL to it as above. Godot keeps attributes',
    'of its own as CUSTOM0 and so on only where an import script puts them there; _COLUMN is the one that is needed.',
    'Unity: the same in a shader graph, with the texture as RGBA Half, point filter, no sRGB; rows count from the bottom',
    'there: y = height - 1 - row. Draw the layers with Graphics.RenderMeshInstanced, or as submeshes.',
    'Unreal: the same in a material with World Position Offset, texture as HDR (RGBA16F), nearest; 1 m is 100 units.',
  ];
  return `${text.join('\n')}\n`;
}

function millimetres(metres: number): string {
  return showShort(Math.max(0.001, 1000 * metres));
}
