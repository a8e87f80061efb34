import { outputKinds } from '../bake/output-kinds.ts';
import { systemEntries, takesWind } from '../systems/index.ts';
import { expectedValue } from '../systems/param-messages.ts';
import type { ListParam } from '../systems/params.ts';
import { showQuantity, unitFactors, unitSuffix, unitsFor } from '../systems/quantity.ts';
import { actorParams } from './actor-params.ts';
import { type FieldSpec, type FieldTable, flagOf } from './fields.ts';
import { sceneMaterials } from './own-materials.ts';
import { frameRateExpected, outputParams, seedParam, timeParams, windParams } from './scene-params.ts';
import { viewParams } from './view-params.ts';

/** An example of parameters with keys. A test reads it. */
export const timedExample = `{
  "wind": {
    "velocity": {
      "keys": [
        { "time": 0, "value": [0, 0, 0] },
        { "time": "3s", "value": ["25km/h", 0, 0] }
      ],
      "interpolation": "smooth"
    },
    "gusts": 0.4
  }
}`;

const timedSection = `## Keys over time

A parameter that is marked with *or keys* below may change during a run. In place of its value stands an object with \`keys\`, which have the
form of a keys file: each has a \`time\` in seconds of the scene, and the \`value\` at that time, with or without a unit:

\`\`\`json
${timedExample}
\`\`\`

\`interpolation\` is \`"linear"\` (the default), \`"smooth"\` (a change begins and ends gently at every key, and never leaves the range between both
values) or \`"step"\` (a value holds until the next key). Before the first key the parameter has the first value, after the last key the last.
Keys may be in any order; two keys with the same time are a jump. Each value must be within the range of the parameter. \`aftermotion inspect\` lists
the parameters of a scene that have keys. In the scene \`scenes/rising-gust\` the wind over a meadow has keys.

- **Steps.** Every step uses the values at the time at which it begins, so it does exactly what it would do with these numbers. Results are the
  same for every frame rate, with threads, on several machines and after an interruption. If all keys of a parameter are equal, the
  results are those of this one value.
- **Gusts** travel with a wind whose velocity changes: by the distance that the air has moved since 0 s.
- **Births.** A particle is born with the values of its source at that moment. Later it keeps them.
- **Grounds.** Where slopes become less stable, changed ground flows again. Untouched ground does not move until something comes near. Such
  a ground is not divided among threads.
- **Flesh.** With another stiffness the shapes stay the same, and their frequencies change at once; the vibration goes on.
- **Parameters without keys** shape what is built once, at the start: cells, shapes, strands, textures, modes, rates. Keys for them
  are an error. So are keys in fur or flesh with \`loop\`, since they do not repeat with the clip.
- **Flags.** On the command line keys are JSON, or \`@FILE\`: \`--ground-displaced-fraction\` and others take a number or
  \`'{ "keys": [{ "time": 0, "value": 0.2 }, { "time": 3, "value": 0.8 }] }'\`.`;

const readsSection = `## Grounds below other systems

Particles collide with the grounds of a scene, and patches of fur or grass lie on them. \`reads\` of such a system names these grounds:

| \`reads\` | the system reads |
|---|---|
| absent | every ground of the scene |
| \`["beach"]\` | the grounds that are named |
| \`[]\` | no ground |

The system uses the current surface of a ground, with its terrain, its \`datum\` and every print. If grounds lie above one another,
the highest one counts. The order of systems in the scene makes no difference: a ground steps before the systems that read it.
No ground reads another ground, so there is no cycle. A coat on the skin of a character reads grounds only with \`stickingMass\`,
and particles with \`"collide": false\` read none.`;

const referenceSection = `## On a ship, a train, a lift

A character that stands on a ship should react to its own motion, and not to that of the ship. \`reference\` of flesh and fur names the
node that carries the character, in the file of the character or of \`referenceActor\`:

\`\`\`json
{ "system": "fur", "actor": "sailor", "reference": "Ship", "referenceFactor": 0.2 }
\`\`\`

\`referenceFactor\` is the fraction of the motion of the node that acts on the system. 0, the default: none, as if the ship did not move. 1: all
of it, as without a reference. Gravity and winds stay those of the world: on a ship that rolls, flesh and fur hang to its low side. The air moves with the
reference, so with the factor 0 there is no head wind. A joint of the character itself is allowed only if all joints that move the flesh or
fur are below it, as below a root joint.

With a \`reference\`, a ground lies on that node, and prints stay on the deck. The files show the ground at its position at 0 s of the scene: make
the node its parent in the program that shows it. Set \`datum\` to the height of the deck at 0 s. List the parts that may press the ground
in \`contactParts\` of the actor. Otherwise the ship's own mesh presses the ground too.`;

/**
 * Returns the Markdown text of `docs/scene-file.md`, generated from the tables that the reader, the command line and the JSON Schema use.
 */
export function writeScenePage(): string {
  const sections = [
    introduction,
    `## Time\n\n\`"time": { "start": 0, "end": 3, "fps": 30 }\`\n\n${table({
      ...timeParams,
      fps: {
        type: 'text',
        expected: frameRateExpected,
        description: 'Frames per second of the output. When absent: 30.',
      },
    })}`,
    `## Wind\n\n\`"wind": { "velocity": [3, 0, 0] }\` at the top of a scene is one wind for everything: it acts on all ${systemEntries
      .filter(({ name }) => takesWind(name))
      .map(({ name }) => name)
      .join(
        ' and ',
      )} that have no\nwind of their own in \`forces\`. A system with the wind \`[0, 0, 0]\` is sheltered from it.\n\n${table(windParams)}`,
    `## Actors\n\nA list of the characters and objects that move.\n\n${table(actorParams)}${listSections(actorParams)}`,
    clipsSection,
    objectsSection,
    keysSection,
    timedSection,
    materialsSection(),
    viewsSection(),
    readsSection,
    referenceSection,
    ...systemEntries.map(
      ({ name, params, reads }) =>
        `## System \`${name}\`\n\nEach entry of \`systems\` has \`"system": "${name}"\`, a unique \`name\`${
          reads.includes('colliders')
            ? ', optionally `actors`\n(names of the actors that it uses; when absent: all)'
            : ''
        }${reads.includes('heightfields') ? ', `reads` (see above)' : ''}, and:\n\n${table(params)}${listSections(params)}`,
    ),
    `## Outputs\n\n\`"outputs"\` lists what a bake writes. \`"default"\` stands for the outputs that are written when the list is absent, \`"all"\` for every\nkind. \`["default", "heightPng"]\` adds one output.\n\n${rows(
      ['output', 'content', 'by default'],
      Object.entries(outputKinds).map(([name, { description, isDefault }]) => [
        `\`${name}\``,
        description,
        isDefault ? 'yes' : 'no',
      ]),
    )}\n\n${table({ ...outputParams, seed: seedParam })}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

const introduction = `# The scene file

*This page is generated from the parameter tables of the program. \`npx vitest run src/scene -u\` updates it.*

A scene is a JSON file, version 1. If \`"$schema"\` names \`schema/scene.schema.json\`, an editor completes keys and
shows these descriptions. Every object may have a \`"$comment"\`. Lengths are in metres, angles in radians (shown in degrees below), times in
seconds. A number that has a unit may also be a text with another unit: \`"cell": "5mm"\`, \`"heading": "90deg"\`, \`"speed": "12km/h"\`, and in
lists \`"velocity": ["12km/h", 0, 0]\`. A time may be a fraction, \`"47/24"\`. An unknown key is an error, which suggests the nearest known key.

${rows(
  ['unit', 'other units'],
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

On the command line every key has a flag of the same name (\`softDepth\` → \`--soft-depth\`), which replaces the value of the
scene. The flags of ${systemEntries
  .flatMap(({ name, flagPrefix = name }) => (flagPrefix ? [name] : []))
  .join(', ')} begin with the name of the system (\`--fur-length\`, \`--particles-size\`). Some have a
different name: ${namedFlags()}. \`aftermotion help ground\` lists the flags of a ground, and so on. A flag applies to all actors, or to all
systems of its kind. So keys that name one object or connect two have no flag: \`materials\`, \`cameras\`, \`lights\`, \`name\`, \`actor\`, \`actors\`, \`reads\`, \`referenceActor\`,
and of an actor ${Object.entries(actorParams)
  .flatMap(([key, { flag }]: [string, FieldSpec]) => (flag === false && key !== 'name' ? [key] : []))
  .map((key) => `\`${key}\``)
  .join(
    ', ',
  )}. Numbers may have units: \`--cell 5mm\`, \`--heading 90deg\`, \`--speed 12km/h\`. Lists are JSON, or
\`@FILE\`, a file that contains such JSON: \`--fur-forces '[{ "force": "wind", "velocity": [3, 0, 0] }]'\`. \`--wind 3,0,0\` (m/s) replaces
the winds of all fur and particles by one wind, with the gusts of the first of them.`;

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

/** An example of an actor that plays several clips along a path. A test reads it. */
export const clipsExample = `{
  "name": "walker",
  "file": "walker.glb",
  "clips": [
    { "clip": "walk" },
    { "clip": "run", "start": 3, "blend": 0.5 },
    { "clip": "jump", "start": 5, "loop": false, "playSpeed": 0.8 },
    { "clip": "idle" }
  ],
  "path": [0, 0, 2, 0.6, 4, -1.5, 7, 0]
}`;

const clipsSection = `### Several clips, and paths

\`clips\` of an actor replaces \`clip\`: its clips are played one after the other. A clip begins at its \`start\`, fades in during \`blend\`, and
repeats, unless \`loop\` is false. Without a \`start\` it follows on a clip that is played once. \`path\` leads the actor along points
on the ground, with one clip or several:

\`\`\`json
${clipsExample}
\`\`\`

- **Speed.** A character moves as fast as the feet of its clips step, at their \`playSpeed\`. A clip without travel does not move it, so it
  stops where such a clip fades in.
- **Position.** Each clip begins where the one before it has brought the middle of the character, whatever the positions in the file.
- **Feet.** Planted feet are pinned over the whole sequence: they do not slide while clips fade into each other, and they do not rotate
  with the body on a curve. \`report.json\` states the remaining slide.
- **Terrain.** On a terrain, the path goes up and down with the ground (\`follow\`).
- **Files.** The character is exported with one new clip, which plays the whole sequence. Flesh and fur move in this clip only.`;

/** An example of objects that are written in a scene, without files. A test reads it. */
export const objectsExample = `[
  { "name": "step", "box": [2, 0.15, 0.3], "position": [0, 0.075, 2] },
  {
    "name": "crate",
    "box": ["40cm", "40cm", "40cm"],
    "poses": [
      { "time": 0, "position": [0, 1, 0] },
      { "time": 0.45, "position": [0, 0.18, 0], "heading": "20deg" }
    ]
  }
]`;

/** An example of cameras and lights. A test reads it. */
export const viewsExample = `{
  "cameras": [
    { "name": "chase", "follow": "runner", "position": [-3, 1.6, 2] },
    { "name": "crane", "target": [0, 0.6, 0], "fieldOfView": "35deg", "poses": [
      { "time": 0, "position": [-4, 0.5, 4] },
      { "time": 3, "position": [3, 4, 4], "fieldOfView": "25deg" }
    ] }
  ],
  "lights": [
    { "light": "sun", "direction": [-0.3, 0.4, 0.9], "strength": 1.4, "color": [1, 0.75, 0.5] },
    { "light": "sky", "strength": 0.6 }
  ]
}`;

function viewsSection(): string {
  return `## Cameras and lights

\`cameras\` and \`lights\` at the top of a scene are used by \`render\` (\`--camera chase\`), the page, \`cameras.glb\`, the USD
stage and the script and add-on for Blender:

\`\`\`json
${viewsExample}
\`\`\`

${table(viewParams)}${listSections(viewParams)}

A scene without \`lights\` has the light that suits it: a low sun beside the path of its first actor, and a clear sky. With \`lights\`, only
those in the list shine. The sun is a directional light in \`cameras.glb\` (KHR_lights_punctual), a \`DistantLight\` in USD, and a sun in Blender; the
sky is a \`DomeLight\` in USD, and is in no other file. glTF cannot animate a field of view: \`cameras.glb\` has that of the first frame.`;
}

/** An example of materials of grounds. A test reads it. */
export const materialsExample = `{
  "materials": {
    "dune": { "base": "sand", "frictionAngle": "33deg", "avalancheAngle": "36deg", "compactionFraction": 0.6, "color": [0.82, 0.6, 0.4] },
    "moist dune": { "base": "dune", "cohesion": "500Pa", "density": 1650, "dampness": 0.4 },
    "powder": { "base": "snow", "density": 90, "compactedDensity": 350, "looseLayer": "30cm", "sinkage": 0.08 }
  }
}`;

function materialsSection(): string {
  return `## Materials of grounds

\`materials\` at the top of a scene defines materials beside the built-in ones. A ground names one: \`"material": "dune"\`. Each has a \`base\`, from which
it has everything that it does not give itself. It is described by quantities that people measure, or by the parameters of a ground, but not
by both for the same thing. What a ground gives itself has priority. Values that have no effect in a ground are left out there, such as those of
spray in a ground without spray. Files and pictures use the name of the material. \`aftermotion inspect\` lists the resulting parameters.

\`\`\`json
${materialsExample}
\`\`\`

${table(sceneMaterials.params)}

The source paper leaves five parameters to the animator (Sumner, O'Brien and Hodgins 1999, table 1). They follow from measurements in
this way:

${rows(
  ['parameter', 'in the paper', 'follows from', 'reason'],
  [
    [
      '`outsideSlope`',
      'outside slope θ_out',
      '`reposeAngle`, or else `frictionAngle`',
      'Erosion ends when no slope is steeper. A poured heap ends at its angle of repose.',
    ],
    [
      '`liquidity`',
      'liquidity θ_stop',
      '`avalancheAngle`',
      'A step repeats erosion while a slope is steeper. What is steeper than the angle of maximum stability slides at once; what is between both angles creeps, one pass after the other.',
    ],
    [
      '`insideSlope`',
      'inside slope θ_in',
      '`frictionAngle`, `cohesion`, `density`, `wallHeight`',
      'The steepest wall of this height that stands (Culmann 1866): H = 4c/(ρg) · sin β cos φ / (1 − cos(β − φ)), solved for β. Without cohesion: the friction angle. High cohesion: 90°.',
    ],
    [
      '`displacedFraction`',
      'compression α',
      '1 − `compactionFraction`',
      'The paper pushes the fraction α of the pressed volume aside, and compacts the rest.',
    ],
    [
      '`looseDepth`',
      'not in the paper',
      '`looseLayer` · (1 − `density` / `compactedDensity`) / `compactionFraction`',
      'A layer can shrink until it has its compacted density. Deeper, a foot pushes more aside.',
    ],
    [
      '`roughness`',
      'roughness σ',
      'no measurement',
      'The fraction that moves in one pass is a rate of the algorithm. It is that of the base, or is given directly.',
    ],
  ],
)}`;
}

const objectsSection = `### Objects without files

\`box\` of an actor is an object without a file. \`poses\` are keys without a file. They follow the rules of files of keys:

\`\`\`json
${objectsExample}
\`\`\``;

const keysSection = `### Keys files

\`keys\` of an actor names a file with its poses over time, which a rigid object (.obj, .stl, .ply, .glb) follows. Between two keys, its
position is interpolated linearly, and its rotation along the shorter arc. Before the first key, it has the first pose; after the last key, the
last pose. Times are in seconds, positions in metres. Rotations are quaternions about the origin of the mesh, which are normalised.

As JSON (.json), a file is a list of keys, or an object with that list as \`keys\`. Each key has a \`time\` and a \`position\`. If the object
is rotated, it also has a \`rotation\` [x, y, z, w] or a \`rotation_wxyz\` [w, x, y, z]:

\`\`\`json
${keysExamples.json}
\`\`\`

As a table (.csv, .tsv, .txt), it has one line for each key. Commas, semicolons, tabs or spaces separate the columns. The first line names
them: \`time\`, \`x\`, \`y\`, \`z\` and, if the object rotates, \`qx\`, \`qy\`, \`qz\`, \`qw\`, in any order. Other columns are ignored.
Without names there are four or eight columns in that order. Empty lines and lines that begin with # are ignored:

\`\`\`csv
${keysExamples.csv}
\`\`\`

Keys may be in any order: they are sorted by time. Two keys with the same time are a jump, across which nothing is swept. A wheel
(\`"roll": true\`) needs positions only. A .glb or .gltf as \`keys\` provides the motion of one of its nodes: see \`node\`. \`aftermotion inspect
FILE\` lists the contents of a keys file, and every line that is wrong.`;

function table(fields: FieldTable): string {
  return rows(
    ['key', 'expected', 'default', 'description'],
    Object.entries(fields).map(([name, spec]) => [
      `\`${name}\``,
      expectedValue(spec) + (isKeyable(spec) ? ', or [keys](#keys-over-time)' : ''),
      defaultOf(spec),
      spec.description,
    ]),
  );
}

/** Returns sections that describe the entries of each list in a table. */
function listSections(fields: FieldTable): string {
  const sections = Object.entries(fields).flatMap(([name, spec]) =>
    spec.type === 'list'
      ? [`### \`${name}\`\n\nEach is ${spec.expected} in \`{ }\`.`, ...kindSections(spec)]
      : [],
  );
  return sections.map((section) => `\n\n${section}`).join('');
}

function kindSections({ tag, kinds }: ListParam): string[] {
  return Object.entries(kinds).map(([kind, { description, fields }]) =>
    tag === undefined
      ? table(fields)
      : `**\`"${tag}": "${kind}"\`**: ${description[0].toLowerCase()}${description.slice(1)}\n\n${table(fields)}`,
  );
}

function isKeyable(spec: FieldSpec): boolean {
  return 'keyable' in spec && spec.keyable === true;
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

/** Lists the flags whose names differ from their keys, with the keys that they set. */
function namedFlags(): string {
  return systemEntries
    .flatMap(({ name, params }) =>
      Object.entries(params).flatMap(([key, { flag }]) =>
        flag ? [`\`${flagOf(flag)}\` (\`${key}\` of ${name})`] : [],
      ),
    )
    .join(', ');
}
