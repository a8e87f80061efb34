import { outputKinds } from '../bake/output-kinds.ts';
import { systemEntries } from '../systems/index.ts';
import { expectedValue } from '../systems/param-messages.ts';
import type { ListParam } from '../systems/params.ts';
import { showQuantity, unitFactors, unitSuffix, unitsFor } from '../systems/quantity.ts';
import { type FieldSpec, type FieldTable, flagOf } from './fields.ts';
import { actorParams, frameRateExpected, outputParams, seedParam, timeParams } from './scene-params.ts';

const readsSection = `## Grounds below other systems

Particles bounce off the grounds of a scene, and patches of fur or grass stand on them. \`reads\` of such a system says on which:

| \`reads\` | the system reads |
|---|---|
| absent | every ground of the scene |
| \`["beach"]\` | the grounds that are named |
| \`[]\` | no ground |

The surface of a ground counts as it is at each moment, with its terrain, its \`datum\` and every print. Where grounds lie above
one another, the highest holds. The order of systems in the scene makes no difference: a ground steps before what reads it.
No ground reads another ground, so no cycle arises. A coat on a character's skin, and particles with \`"collide": false\`, read none.`;

const referenceSection = `## On a ship, a train, a lift

A figure that stands on a ship should react to its own motion, and not to that of the ship. \`reference\` of flesh and fur names the
node that carries the figure, in the file of the figure or of \`referenceActor\`:

\`\`\`json
{ "system": "fur", "actor": "sailor", "reference": "Ship", "referenceFactor": 0.2 }
\`\`\`

\`referenceFactor\` is the fraction of the node's own motion that is felt: 0, the default, feels none of it, as if the ship lay still; 1 all of
it, as without a reference. Gravity and winds stay those of the world: on a ship that rolls, flesh and fur hang to its low side. The air moves with the
reference, so that with the factor 0 there is no head wind. A joint of the figure itself is allowed only if all joints that move the flesh or
fur are below it, as below a root joint.

With a \`reference\` a ground lies on that node, and prints stay on the deck. The files show the ground where it is at 0 s of the scene: make
the node its parent in the program that shows it. Set \`datum\` to the height of the deck at 0 s. List the parts that may press the ground
in \`touching\` of the actor, or the ship's own mesh presses it too.`;

/** Markdown text of `docs/scene-file.md`, generated from the tables that the reader, the command line and the JSON Schema use. */
export function writeScenePage(): string {
  const sections = [
    introduction,
    `## Time\n\n\`"time": { "start": 0, "end": 3, "fps": 30 }\`\n\n${table({
      ...timeParams,
      fps: {
        type: 'text',
        expected: frameRateExpected,
        words: 'Frames per second of what is written. 30 when absent.',
      },
    })}`,
    `## Actors\n\nA list of what moves.\n\n${table(actorParams)}`,
    keysSection,
    readsSection,
    referenceSection,
    ...systemEntries.map(
      ({ name, params, reads }) =>
        `## System \`${name}\`\n\nEach entry of \`systems\` has \`"system": "${name}"\`, a \`name\` of its own${
          reads.includes('colliders') ? ', if wanted `actors`\n(names of those it sees; all when absent)' : ''
        }${reads.includes('heightfields') ? ', `reads` (see above)' : ''}, and:\n\n${table(params)}${listSections(params)}`,
    ),
    `## Outputs\n\n\`"outputs"\` lists what a bake writes. \`"default"\` stands for what is written when the list is absent, \`"all"\` for every\nkind: \`["default", "heightPng"]\` adds one.\n\n${rows(
      ['output', 'is', 'by default'],
      Object.entries(outputKinds).map(([name, { words, isDefault }]) => [
        `\`${name}\``,
        words,
        isDefault ? 'yes' : 'no',
      ]),
    )}\n\n${table({ ...outputParams, seed: seedParam })}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

const introduction = `# The scene file

*Made from the program's own tables; \`npx vitest run src/scene -u\` writes it anew.*

A scene is a JSON file, version 1. \`"$schema"\` may name \`schema/scene.schema.json\`, so that an editor completes keys and
shows these words. \`"$comment"\` may stand anywhere. Lengths are metres, angles radians (told in degrees below), times seconds; a
number that has a unit may also be a text with another one: \`"cell": "5mm"\`, \`"heading": "90deg"\`, \`"speed": "12km/h"\`, and in lists
\`"velocity": ["12km/h", 0, 0]\`. A time may be a fraction, \`"47/24"\`. Unknown keys are refused, with the nearest right one.

${rows(
  ['unit', 'may be written as'],
  Object.keys(unitFactors).map((unit) => [unit, unitsFor(unit).join(', ')]),
)}

\`\`\`json
{
  "version": 1,
  "time": { "start": 0, "end": 3, "fps": 30 },
  "actors": [{ "name": "runner", "file": "runner.glb", "clip": "run" }],
  "systems": [{ "system": "ground", "name": "beach", "material": "sand" }]
}
\`\`\`

On the command line every key is a flag of the same words (\`softDepth\` → \`--soft-depth\`), which takes the place of what the
scene says; those of ${systemEntries
  .flatMap(({ name, flagPrefix = name }) => (flagPrefix ? [name] : []))
  .join(', ')} have that word in front (\`--fur-length\`, \`--particles-size\`). Others have a
name of their own: ${namedFlags()}. \`aftermotion help ground\` lists those of a ground, and so on. A flag holds for all actors, or for all
systems of its kind, so what names one thing or ties it to another has none: \`name\`, \`actor\`, \`actors\`, \`reads\`, \`referenceActor\`,
and of an actor ${Object.entries(actorParams)
  .flatMap(([key, { flag }]: [string, FieldSpec]) => (flag === false && key !== 'name' ? [key] : []))
  .map((key) => `\`${key}\``)
  .join(
    ', ',
  )}. Numbers take units: \`--cell 5mm\`, \`--heading 90deg\`, \`--speed 12km/h\`. Lists are JSON, or
\`@FILE\` with such JSON in it: \`--fur-forces '[{ "force": "wind", "velocity": [3, 0, 0] }]'\`. \`--wind 3,0,0\` (m/s) puts one wind
in place of those of all fur and particles, as gusty as the first of them.`;

/** Examples of files of keys. A test reads them. */
export const keysExamples = {
  json: `{
  "keys": [
    { "time": 0, "position": [0, 1, 0] },
    { "time": 0.5, "position": [0.4, 0.2, 0], "rotation": [0, 0, 0.3826834, 0.9238795] },
    { "time": 1, "position": [0.8, 0.2, 0], "rotation_wxyz": [0.7071068, 0, 0, 0.7071068] }
  ]
}`,
  csv: `# a crate that tips over
time, x, y, z, qx, qy, qz, qw
0,    0,   1,   0, 0, 0, 0,         1
0.5,  0.4, 0.2, 0, 0, 0, 0.3826834, 0.9238795
1,    0.8, 0.2, 0, 0, 0, 0.7071068, 0.7071068`,
} as const;

const keysSection = `### Keys files

\`keys\` of an actor names a file with its poses over time: a rigid thing (.obj, .stl, .ply, .glb) follows them. Between two keys its
position changes evenly, and it turns by the shorter way. Before the first key it stands as in the first, after the last as in the
last. Times are seconds, positions metres, rotations unit quaternions about the origin of the mesh; they are brought to unit length.

As JSON (.json) a file is a list of keys, or an object with that list as \`keys\`. Each key has a \`time\` and a \`position\`, and where
it is turned a \`rotation\` [x, y, z, w] or a \`rotation_wxyz\` [w, x, y, z]:

\`\`\`json
${keysExamples.json}
\`\`\`

As a table (.csv, .tsv, .txt) it has a line for each key, columns split by commas, semicolons, tabs or spaces. The first line names
them: \`time\`, \`x\`, \`y\`, \`z\` and, where the thing turns, \`qx\`, \`qy\`, \`qz\`, \`qw\`, in any order; other columns are passed over.
Without names there are four or eight columns in that order. Empty lines and those that begin with # are passed over:

\`\`\`csv
${keysExamples.csv}
\`\`\`

Keys may stand in any order: they are sorted by time. Two keys of one time are a jump, over which nothing is swept. A wheel
(\`"roll": true\`) needs positions only. A .glb or .gltf as \`keys\` gives the motion of one of its nodes: see \`node\`. \`aftermotion inspect
FILE\` tells what a keys file holds, and every line that is wrong.`;

function table(fields: FieldTable): string {
  return rows(
    ['key', 'expected', 'default', 'what it does'],
    Object.entries(fields).map(([name, spec]) => [
      `\`${name}\``,
      expectedValue(spec),
      defaultOf(spec),
      spec.words,
    ]),
  );
}

/** Sections that describe the entries of each list in a table. */
function listSections(fields: FieldTable): string {
  const sections = Object.entries(fields).flatMap(([name, spec]) =>
    spec.type === 'list'
      ? [`### \`${name}\`\n\nEach is ${spec.expected} in \`{ }\`.`, ...kindSections(spec)]
      : [],
  );
  return sections.map((section) => `\n\n${section}`).join('');
}

function kindSections({ tag, kinds }: ListParam): string[] {
  return Object.entries(kinds).map(([kind, { words, fields }]) =>
    tag === undefined
      ? table(fields)
      : `**\`"${tag}": "${kind}"\`**: ${words[0].toLowerCase()}${words.slice(1)}\n\n${table(fields)}`,
  );
}

function defaultOf(spec: FieldSpec): string {
  if (spec.type === 'text' && spec.required) return '*required*';
  if (!('default' in spec) || spec.default === undefined) return '';
  const written = `\`${JSON.stringify(spec.default)}\``;
  const isAngle = typeof spec.default === 'number' && 'unit' in spec && unitSuffix(spec.unit).startsWith('°');
  return isAngle && spec.default !== 0
    ? `${written} (${showQuantity(spec.default as number, spec.unit)})`
    : written;
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...body.map(line)].join('\n');
}

/** Flags with names of their own, and the keys that they set. */
function namedFlags(): string {
  return systemEntries
    .flatMap(({ name, params }) =>
      Object.entries(params).flatMap(([key, { flag }]) =>
        flag ? [`\`${flagOf(flag)}\` (\`${key}\` of ${name})`] : [],
      ),
    )
    .join(', ');
}
