import { InputError } from '../../input-error.ts';
import { roundNumbers } from '../bake-report.ts';
import { hasFlesh } from '../morph/load-tracks.ts';
import { type Bake, countFrames, type OutputWriter, outputsOfKind } from '../output-definition.ts';
import { count, showShort } from '../readme/readme-format.ts';
import { cardSides } from '../shells/card-mesh.ts';
import { cardPoints } from '../shells/strand-motion.ts';
import { layOutOpenVat, pixelLimit, rowLimit, sideLimit } from './open-vat-layout.ts';
import { type OpenVatReference, openVatTask } from './open-vat-tasks.ts';
import { type OpenVatFacts, openVatFiles, openVatOptions } from './write-open-vat.ts';

/** Something whose textures are written. */
interface OpenVatSubject extends OpenVatReference {
  /** Number of vertices. For fur this is the maximum: fewer strands may grow. */
  readonly vertices: number;
}

const cardVertices = cardSides * (cardPoints - 1) + 1;
/** Bytes of a pixel in a compressed picture, for each format. */
const pixelBytes = { exr: 8, png: 4 };
/** Bytes of a vertex in a GLB, including its triangles. */
const vertexBytes = 64;

export const openVatWriter: OutputWriter = {
  check(bake) {
    const { plan } = bake;
    const frames = countFrames(plan);
    for (const { name, vertices } of listSubjects(bake)) {
      const { width, height } = layOutOpenVat(vertices, frames, openVatOptions(plan));
      if (height > sideLimit || width * height > pixelLimit)
        throw InputError.at(
          'outputs',
          `openVat of "${name}" cannot be written: expected a texture of at most ${sideLimit} rows and ${pixelLimit} pixels, ` +
            `got ${vertices} vertices on ${frames} frames, a texture of ${width} × ${height}; use fewer frames, or a mesh with fewer vertices or strands`,
        );
    }
  },

  listPaths(bake, add) {
    const options = openVatOptions(bake.plan);
    for (const { kind, name } of listSubjects(bake)) {
      const { mesh, positions, normals, description } = openVatFiles(name, options);
      const writer = `${kind === 'flesh' ? 'the actor' : 'the fur'} ${JSON.stringify(name)}`;
      for (const file of [mesh, positions, normals, description]) if (file) add('openVat', file, writer);
    }
  },

  countWork: (bake) => listSubjects(bake).length,

  *estimate(bake) {
    const options = openVatOptions(bake.plan);
    let bytes = 0;
    for (const { vertices } of listSubjects(bake)) {
      const { width, height } = layOutOpenVat(vertices, countFrames(bake.plan), options);
      const pictures = options.normals === 'separate' ? 2 : 1;
      bytes += pictures * width * height * pixelBytes[options.format] + vertexBytes * vertices;
      yield;
    }
    return { files: { openVat: bytes }, keptBytes: 0 };
  },

  async write(bake, sink) {
    const subjects = listSubjects(bake);
    const written = await Promise.all(
      subjects.map(({ kind, name, vertices }) => {
        const { width, height } = layOutOpenVat(vertices, countFrames(bake.plan), openVatOptions(bake.plan));
        return sink.run(openVatTask, { kind, name }, { memory: 30 * width * height });
      }),
    );
    const facts = written.filter((one) => one !== null);
    const results = (kind: OpenVatReference['kind']) =>
      new Map(
        subjects.flatMap((subject, k) => {
          const one = written[k];
          if (subject.kind !== kind || !one) return [];
          const { vertices, frames, width, height, maxErrorMetres } = one;
          return [
            [
              subject.name,
              { openVat: roundNumbers({ vertices, frames, width, height, maxErrorMetres }) },
            ] as const,
          ];
        }),
      );
    return {
      warnings: facts.flatMap((one) => describeRows(one)),
      actorResults: results('flesh'),
      systemResults: results('fur'),
      explain: () => ({ engines: facts.flatMap(explainTextures) }),
    };
  },
};

/** Returns the characters whose flesh moves or that have a coat, and the coats. */
function listSubjects(bake: Bake): OpenVatSubject[] {
  if (!bake.plan.outputs.includes('openVat')) return [];
  const coats = outputsOfKind(bake, 'shells').map(({ output }) => output);
  const characters = bake.plan.actors.filter(
    ({ name, character }) => character && (hasFlesh(bake, name) || coats.some(({ actor }) => actor === name)),
  );
  return [
    ...characters.map(({ name, character }) => ({
      kind: 'flesh' as const,
      name,
      vertices: character!.actor.rig.surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0),
    })),
    ...coats.map(({ name, look }) => ({
      kind: 'fur' as const,
      name,
      vertices: cardVertices * look.strandCount,
    })),
  ];
}

/** Returns a warning if a mesh has more vertices than fit into a row of pixels. */
function describeRows({ name, vertices }: OpenVatFacts): string[] {
  if (vertices <= rowLimit) return [];
  return [
    `${name}: its OpenVAT texture has ${vertices} vertices in several rows of ${rowLimit} at most; OpenVAT's shaders for Godot need them in one row`,
  ];
}

function explainTextures({
  name,
  folder,
  vertices,
  frames,
  width,
  height,
  maxErrorMetres,
}: OpenVatFacts): string[] {
  return [
    `OpenVAT: ${folder}/ holds ${name} as a mesh with ${vertices} vertices and textures of ${width} × ${height} pixels`,
    `  for ${count(frames, 'frame')}, within ${showShort(1000 * maxErrorMetres)} mm of the simulation. Load them without sRGB, compression and mipmaps.`,
  ];
}
