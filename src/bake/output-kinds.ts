/** One kind of output. */
export interface OutputKind {
  /** What it is, for the scene's documentation and the command line. */
  readonly words: string;
  /** Whether a bake writes it where nobody says what to write. */
  readonly isDefault: boolean;
}

/** What a bake can write, by the name that the scene's `outputs` and the command line use. */
export const outputKinds = {
  heightPng: {
    words:
      'height maps, one 16-bit PNG a frame, grey values over a range that README.txt names; for game engines, which read no EXR',
    isDefault: false,
  },
  heightExr: { words: 'height maps, one 32-bit float EXR a frame, in metres', isDefault: true },
  heightTiff: {
    words:
      'height maps, one 32-bit float GeoTIFF a frame, in the coordinates and heights of the GeoTIFF, SRTM tile or ASCII grid that the ground came from; for maps',
    isDefault: false,
  },
  groundMesh: {
    words: 'the ground with its prints as a GLB mesh, which moves as the ground did',
    isDefault: true,
  },
  groundState: {
    words: 'all of the ground as it is at the end (.ground), for a later scene to start from: its terrain',
    isDefault: true,
  },
  character: {
    words: 'each character as a GLB that travels across the ground, each rigid thing as one that moves',
    isDefault: true,
  },
  morphTargets: {
    words: 'each character whose flesh moves as a GLB, with the flesh as morph targets in its own clip',
    isDefault: true,
  },
  prepared: {
    words: 'what a system made ready once, for live use in a page: the shapes of flesh as .flesh',
    isDefault: true,
  },
  pointsPly: { words: 'particles, one binary PLY a frame', isDefault: true },
  pointsUsd: { words: 'particles over time as one binary USD file (.usdc)', isDefault: true },
  pointsGlb: {
    words:
      'particles at one time, where their key is met unless pointsTime says otherwise, as a GLB of points',
    isDefault: true,
  },
  furCards: {
    words: 'fur as cards in a GLB, one a strand, that follow the joints of the character they grow on',
    isDefault: true,
  },
  furMorphs: {
    words: 'the same with the motion of the fur as morph targets, which every viewer of glTF plays',
    isDefault: true,
  },
  furCurves: { words: 'strands of fur as curves over time, one binary USD file (.usdc)', isDefault: true },
  furVat: {
    words:
      'the motion of fur as a vertex-animation texture (EXR), its skin as a GLB that says where what stands, and its blades',
    isDefault: true,
  },
  contactSheet: {
    words:
      'one picture of the ground, of figures whose flesh moves (eight at most), of particles, and of fur, at several times, as PNG',
    isDefault: true,
  },
} as const satisfies Record<string, OutputKind>;

/** Name of a kind of output, as in `outputs` of a scene file. */
export type OutputKindName = keyof typeof outputKinds;

/** Names of all kinds of output. */
export const outputKindNames = Object.keys(outputKinds) as OutputKindName[];

/** What a bake writes where nobody says what to write. */
export const defaultOutputKinds: readonly OutputKindName[] = outputKindNames.filter(
  (name) => outputKinds[name].isDefault,
);

/** Words that stand for several kinds in a list of outputs. */
export const outputGroups = { default: defaultOutputKinds, all: outputKindNames } as const;

/** Every word that a list of outputs may hold. */
export const outputWords = [
  ...outputKindNames,
  ...(Object.keys(outputGroups) as (keyof typeof outputGroups)[]),
];

export type OutputWord = (typeof outputWords)[number];

/** The kinds that a list of outputs names, groups spelled out, each kind once. */
export function expandOutputs(words: readonly OutputWord[]): OutputKindName[] {
  return [
    ...new Set(words.flatMap((word) => (word in outputGroups ? groupOf(word) : [word as OutputKindName]))),
  ];
}

function groupOf(word: OutputWord): readonly OutputKindName[] {
  return outputGroups[word as keyof typeof outputGroups];
}
