import { basename, dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { characterLines } from './character-lines.ts';
import { fleshPartLines } from './flesh-part-lines.ts';
import { exitStatus, showError } from './show-error.ts';
import { tetMeshLines } from './tet-mesh-lines.ts';

const examples = `
Examples:
  aftermotion inspect fox.glb            its clips, which of them walk or run, its size, anything odd
  aftermotion inspect fox.glb --json     the same for a program
  aftermotion inspect walk.bvh           its motion, size and units, anything odd
  aftermotion inspect thigh.msh          its tetrahedra, groups, volume, worst element, anything odd
  aftermotion inspect belly.flesh        its elements, frequencies, mass, how exact it is
  aftermotion inspect cow.svg            its areas, size, colours, what of it is passed over
  aftermotion inspect font.otf           its glyphs, which characters it lacks`;

/** `aftermotion inspect`. */
export function createInspectCommand(finish: (status: number) => void): Command {
  return new Command('inspect')
    .argument(
      '<file>',
      'a character (.glb, .gltf), a take (.bvh), a tetrahedral mesh (.msh, .mesh, .vol, .node, .inp, .vtk), prepared flesh (.flesh), ' +
        'a drawing (.svg), a picture (.png, .jpg), a font (.ttf, .otf, .woff) or points (.ply)',
    )
    .summary('say what a file holds, and every problem found')
    .description(
      'Says what a file holds, what would become of a character on soft ground, and every problem found.',
    )
    .option('--json', 'print all of it as JSON')
    .option('--debug', 'show where in the program an error arose')
    .addHelpText('after', examples)
    .action(async (file: string, options: { json?: boolean; debug?: boolean }) => {
      try {
        const { inspection, lines } = await inspectFile(file);
        if (options.json) process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`);
        else for (const line of lines) console.log(line);
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, reads: true }));
      }
    });
}

/** What there is to say of a file, for a program and for a person. */
async function inspectFile(file: string): Promise<{ inspection: unknown; lines: string[] }> {
  const { readIfThere, suggestFile } = await import('../node/disk-files.ts');
  const { isTetMeshFile, tetMeshCompanions } = await import('../files/tet/read-tet-mesh.ts');
  const bytes = readIfThere(resolve(file));
  if (!bytes) {
    const suggestion = suggestFile(resolve(file), file);
    throw InputError.at(file, `no such file${suggestion ? `, did you mean "${suggestion}"?` : ''}`);
  }
  const name = basename(file);
  const readBeside = (path: string) => readIfThere(resolve(dirname(file), path));
  if (isTetMeshFile(name, bytes)) {
    const { inspectTetMesh } = await import('../scene/inspect-tet-mesh.ts');
    const companions = tetMeshCompanions(name).flatMap((beside) => {
      const found = readBeside(beside);
      return found ? [{ name: beside, bytes: found }] : [];
    });
    const inspection = inspectTetMesh([{ name, bytes }, ...companions]);
    return { inspection, lines: tetMeshLines(inspection) };
  }
  if (/\.flesh$/i.test(name)) {
    const { inspectFleshPart } = await import('../scene/inspect-flesh-part.ts');
    const inspection = inspectFleshPart(bytes, name);
    return { inspection, lines: fleshPartLines(inspection) };
  }
  const found = await inspectShapeFile(bytes, name);
  if (found) return found;
  const { inspectCharacter } = await import('../scene/inspect-character.ts');
  const inspection = await inspectCharacter(bytes, name, readBeside);
  return { inspection, lines: characterLines(inspection) };
}

/** The same for a file that particles form; null for others. */
async function inspectShapeFile(
  bytes: Uint8Array,
  name: string,
): Promise<{ inspection: unknown; lines: string[] } | null> {
  const lines = await import('./shape-file-lines.ts');
  if (/\.svg$/i.test(name)) {
    const { inspectDrawing } = await import('../scene/inspect-drawing.ts');
    const inspection = inspectDrawing(bytes, name);
    return { inspection, lines: lines.drawingLines(inspection) };
  }
  if (/\.(png|jpe?g)$/i.test(name)) {
    const { inspectPicture } = await import('../scene/inspect-picture.ts');
    const inspection = inspectPicture(bytes, name);
    return { inspection, lines: lines.pictureLines(inspection) };
  }
  if (/\.(ttf|otf|woff)$/i.test(name)) {
    const { inspectFont } = await import('../scene/inspect-font.ts');
    const inspection = inspectFont(bytes, name);
    return { inspection, lines: lines.fontLines(inspection) };
  }
  if (/\.ply$/i.test(name)) {
    const { inspectPoints } = await import('../scene/inspect-points.ts');
    const inspection = inspectPoints(bytes, name);
    return { inspection, lines: lines.pointsLines(inspection) };
  }
  return null;
}
