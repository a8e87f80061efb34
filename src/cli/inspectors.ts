import type { BakeReport } from '../bake/bake-report.ts';
import { describeFileKind } from '../files/file-kind.ts';
import { findForeignFormat } from '../files/foreign-formats.ts';
import { InputError } from '../input-error.ts';
import { readBeside } from '../scene/read-beside.ts';
import type { SceneFiles } from '../scene/scene-files.ts';
import { problemLines } from './inspection-text.ts';

/** A file to inspect. */
export interface InspectedFile {
  /** File name without folders. */
  readonly name: string;
  /** Name of the folder that contains the file, without parents. */
  readonly folderName: string;
  /** Path of that folder as the user gave it, relative to the working directory or absolute. */
  readonly location: string;
  readonly bytes: Uint8Array;
  /** Reads files by paths relative to that folder. */
  readonly files: SceneFiles;
  /**
   * Returns the size and the hash of a file that a report lists; null if the file does not exist. elsewhere: the path is outside of the
   * folder, contains a link, or is not a plain file.
   */
  written(path: string): { readonly bytes: number; sha256(): string } | 'elsewhere' | null;
}

/** Result of an inspection: `inspection` is printed as JSON, `lines` as text. */
export interface Inspection {
  readonly inspection: object;
  readonly lines: string[];
}

/** A kind of file that can be inspected. */
interface Inspector {
  /** Returns whether a file is of this kind, by its first bytes or by its extension. */
  is(file: InspectedFile): boolean | Promise<boolean>;
  inspect(file: InspectedFile): Promise<Inspection>;
}

const endsIn =
  (endings: string) =>
  ({ name }: InspectedFile): boolean =>
    new RegExp(`\\.(${endings})$`, 'i').test(name);

/** All kinds of files. The first kind that matches is used. The modules of a kind are loaded only when they are needed. */
const inspectors: readonly Inspector[] = [
  {
    async is({ name, bytes }) {
      const { isTetMeshFile } = await import('../files/tet/read-tet-mesh.ts');
      return isTetMeshFile(name, bytes);
    },
    async inspect({ name, bytes, files }) {
      const { tetMeshCompanions } = await import('../files/tet/read-tet-mesh.ts');
      const { inspectTetMesh } = await import('../scene/inspect-tet-mesh.ts');
      const { tetMeshLines } = await import('./tet-mesh-lines.ts');
      const companions = tetMeshCompanions(name).flatMap((beside) => {
        const found = files.read(beside);
        return found ? [{ name: beside, bytes: found }] : [];
      });
      const inspection = inspectTetMesh([{ name, bytes }, ...companions]);
      return { inspection, lines: tetMeshLines(inspection) };
    },
  },
  {
    is: endsIn('flesh'),
    async inspect({ name, bytes }) {
      const { inspectFleshPart } = await import('../scene/inspect-flesh-part.ts');
      const { fleshPartLines } = await import('./flesh-part-lines.ts');
      const inspection = inspectFleshPart(bytes, name);
      return { inspection, lines: fleshPartLines(inspection) };
    },
  },
  {
    async is({ bytes }) {
      const { isEarlierGround } = await import('../systems/ground/surface/earlier-ground.ts');
      return isEarlierGround(bytes);
    },
    async inspect({ name, bytes }) {
      const { inspectGroundState } = await import('../scene/inspect-ground-state.ts');
      const { groundStateLines } = await import('./ground-state-lines.ts');
      const inspection = inspectGroundState(bytes, name);
      return { inspection, lines: groundStateLines(inspection) };
    },
  },
  {
    async is({ name, bytes }) {
      const { isTerrainFile } = await import('../files/terrain/is-terrain-file.ts');
      return isTerrainFile(bytes, name);
    },
    async inspect({ name, bytes }) {
      const { inspectTerrain } = await import('../scene/inspect-terrain.ts');
      const { terrainLines } = await import('./terrain-lines.ts');
      const inspection = inspectTerrain(bytes, name);
      return { inspection, lines: terrainLines(inspection) };
    },
  },
  {
    is: endsIn('svg'),
    async inspect({ name, bytes }) {
      const { inspectDrawing } = await import('../scene/inspect-drawing.ts');
      const { drawingLines } = await import('./shape-file-lines.ts');
      const inspection = inspectDrawing(bytes, name);
      return { inspection, lines: drawingLines(inspection) };
    },
  },
  {
    is: endsIn('png|jpe?g'),
    async inspect({ name, bytes }) {
      const { inspectPicture } = await import('../scene/inspect-picture.ts');
      const { pictureLines } = await import('./shape-file-lines.ts');
      const inspection = inspectPicture(bytes, name);
      return { inspection, lines: pictureLines(inspection) };
    },
  },
  {
    is: endsIn('ttf|otf|woff'),
    async inspect({ name, bytes }) {
      const { inspectFont } = await import('../scene/inspect-font.ts');
      const { fontLines } = await import('./shape-file-lines.ts');
      const inspection = inspectFont(bytes, name);
      return { inspection, lines: fontLines(inspection) };
    },
  },
  {
    async is({ name, bytes }) {
      const { isMeshFile } = await import('../scene/inspect-mesh.ts');
      return isMeshFile(bytes, name);
    },
    async inspect({ name, bytes }) {
      const { inspectMesh } = await import('../scene/inspect-mesh.ts');
      const { meshLines } = await import('./mesh-lines.ts');
      const inspection = inspectMesh(bytes, name);
      return { inspection, lines: meshLines(inspection) };
    },
  },
  {
    is: endsIn('ply'),
    async inspect({ name, bytes }) {
      const { inspectPoints } = await import('../scene/inspect-points.ts');
      const { pointsLines } = await import('./shape-file-lines.ts');
      const inspection = inspectPoints(bytes, name);
      return { inspection, lines: pointsLines(inspection) };
    },
  },
  { is: endsIn('json'), inspect: inspectJson },
  {
    async is({ name, bytes }) {
      const { isKeyFile } = await import('../files/keys.ts');
      return isKeyFile(name, bytes);
    },
    inspect: inspectKeyFile,
  },
  {
    is: (file) =>
      endsIn('glb|gltf|vrm|vrma|bvh')(file) || describeFileKind(file.bytes) === 'a glTF file (.glb)',
    async inspect({ name, bytes, files }) {
      const { inspectCharacter } = await import('../scene/inspect-character.ts');
      const { characterLines } = await import('./character-lines.ts');
      const inspection = await inspectCharacter(bytes, name, readBeside(files, name));
      return { inspection, lines: characterLines(inspection) };
    },
  },
];

/** Description of the supported files and their extensions, for messages. */
export const inspectedEndings =
  'a character (.glb, .gltf, .vrm, .vrma), a motion-capture recording (.bvh), a mesh (.obj, .stl, .ply), a scene (.json), keys (.json, .csv, .tsv, .txt), the folder of a bake, ' +
  'a terrain (16-bit .png, .exr, .tif, .asc, .hgt, .r16, .raw), the state of a ground that a bake wrote (.ground), a tetrahedral mesh (.msh, .mesh, .vol, .node, .inp, .vtk), prepared flesh (.flesh), ' +
  'a drawing (.svg), a picture (.png, .jpg), or a font (.ttf, .otf, .woff)';

/** Inspects a file. Throws InputError for a file that cannot be read or is of an unsupported kind. */
export async function inspectFile(file: InspectedFile): Promise<Inspection> {
  if (file.bytes.length === 0) throw InputError.at(file.name, 'got an empty file: export or copy it again');
  for (const { is, inspect } of inspectors) if (await is(file)) return inspect(file);
  const foreign = findForeignFormat(file.bytes);
  if (foreign) {
    throw InputError.at(
      file.name,
      `got ${foreign.description}, which cannot be read here: ${foreign.remedy}`,
    );
  }
  throw InputError.at(file.name, `expected ${inspectedEndings}, got ${describeFileKind(file.bytes)}`);
}

/** Inspects a JSON file: the report of a bake, a scene, or keys. These are distinguished by their top-level keys. */
async function inspectJson(file: InspectedFile): Promise<Inspection> {
  const { decodeText, parseJson } = await import('../scene/parse-json.ts');
  const { name, bytes, folderName, files } = file;
  const value = parseJson(decodeText(bytes, name), name);
  const has = (key: string) => typeof value === 'object' && value !== null && key in value;
  if (has('asset')) {
    throw InputError.at(name, 'expected a scene or keys, got a glTF character: give it the extension .gltf');
  }
  if (has('outputs') && has('machine')) return inspectReport(value as BakeReport, file);
  if (has('systems') || has('actors')) {
    const { inspectScene } = await import('../scene/inspect-scene.ts');
    const { fileStem } = await import('../scene/scene-names.ts');
    const { sceneLines } = await import('./scene-lines.ts');
    const sceneName = name === 'scene.json' ? folderName : fileStem(name);
    const inspection = await inspectScene(value, { file: name, name: sceneName, files });
    return { inspection, lines: sceneLines(inspection) };
  }
  if (Array.isArray(value) || has('keys')) return inspectKeyFile(file);
  throw InputError.at(
    name,
    'expected a scene ({ "version": 1, "systems": […] }), keys ({ "keys": […] }) or the report of a bake, got other JSON',
  );
}

async function inspectKeyFile({ name, bytes }: InspectedFile): Promise<Inspection> {
  const { inspectKeys } = await import('../scene/inspect-keys.ts');
  const { keysLines } = await import('./keys-lines.ts');
  const inspection = inspectKeys(new TextDecoder().decode(bytes), name);
  return { inspection, lines: keysLines(inspection) };
}

/** Inspects the report of a bake, and compares the files that it lists with those on disk. */
async function inspectReport(
  report: BakeReport,
  { name, location, written }: InspectedFile,
): Promise<Inspection> {
  const { reportLines } = await import('./show-report.ts');
  let lines: string[];
  let problems: string[];
  try {
    lines = reportLines(report, location);
    problems = report.outputs.flatMap(({ file, bytes, sha256 }) => {
      const found = written(file);
      if (found === null) return [`${file} no longer exists`];
      if (found === 'elsewhere') return [`${file} is not a file in this folder, or is reached by a link`];
      if (found.bytes !== bytes) return [`${file} had ${bytes} bytes, and now has ${found.bytes}`];
      const isSame = sha256 === undefined || found.sha256() === sha256;
      return isSame ? [] : [`${file} has been changed since the bake wrote it`];
    });
  } catch {
    throw InputError.at(name, 'expected the report of a bake, got one that is damaged: bake again');
  }
  return { inspection: { ...report, problems }, lines: [...lines, '', ...problemLines(problems)] };
}
