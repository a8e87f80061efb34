/**
 * Every step of the build, in an order in which each step follows the steps that it needs.
 *
 * words: the message while the step runs
 * needs: names of steps whose results it reads
 * inputs: files and folders that it reads
 * skip: files below the inputs that do not change the result
 * output: the folder that it replaces; `kept` names entries of other steps in it. Absent: it writes into the sources
 * outputs: the files of the sources that it writes, if it has no folder
 * command(folder): arguments of Node. It writes into `folder`, which then replaces `output`
 */
export const steps = [
  {
    name: 'kernels',
    words: 'Compiling kernels',
    needs: [],
    inputs: [
      'kernels',
      'integrations/blender/aftermotion/bake',
      'integrations/blender/script',
      'scripts/build-kernels.mjs',
      'scripts/kernel-records.mjs',
      'scripts/build-draco.mjs',
      'scripts/pack-blender-script.mjs',
      'package-lock.json',
    ],
    skip: /\.md$|\.generated\.ts$/,
    outputs: { folders: ['kernels', 'src'], pattern: /\.generated\.ts$/ },
    command: () => ['scripts/build-kernels.mjs'],
  },
  {
    name: 'commands',
    words: 'Building',
    needs: ['kernels'],
    inputs: ['src', 'tsconfig.build.json', 'tsconfig.base.json', 'package-lock.json'],
    skip: /\.(generated|test|bench)\.ts$|\/testing\/|\.md$/,
    output: 'dist',
    kept: ['studio', 'blender'],
    command: (folder) => ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder],
    // In an earlier version of this package, the command was this file itself. A link that npx made for that version still starts
    // the file directly, so it must be executable.
    executable: 'cli/main.js',
  },
  {
    name: 'page',
    words: 'Building the page',
    needs: ['kernels'],
    inputs: ['studio', 'src', 'scenes', 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json'],
    skip: /\.(generated|test|bench)\.ts$|\/testing\/|\.md$/,
    output: 'dist/studio',
    kept: [],
    command: (folder) => [
      ...['node_modules/vite/bin/vite.js', 'build', '-c', 'studio/vite.config.ts', '--logLevel', 'error'],
      ...['--outDir', folder],
    ],
  },
  {
    name: 'addon',
    words: 'Packing the Blender add-on',
    needs: [],
    inputs: [
      'integrations/blender/aftermotion',
      'scripts/pack-blender-addon.mjs',
      'LICENSE',
      'package-lock.json',
    ],
    skip: /\.md$|\.pyc$/,
    output: 'dist/blender',
    kept: [],
    command: (folder) => ['scripts/pack-blender-addon.mjs', folder],
  },
  {
    name: 'benchmarks',
    words: 'Building the benchmarks',
    needs: ['kernels'],
    inputs: [
      'benchmarks',
      'src',
      'scenes',
      'tsconfig.benchmarks.json',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    skip: /\.(generated|test)\.ts$|\.md$/,
    output: 'dist-benchmarks',
    kept: [],
    command: (folder) => [
      ...['node_modules/typescript/bin/tsc', '-p', 'tsconfig.benchmarks.json', '--outDir', folder],
    ],
  },
];
