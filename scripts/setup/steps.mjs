/**
 * Every step of the build, in an order in which each comes after what it needs.
 *
 * words: what is said when the step runs
 * needs: names of steps whose results it reads
 * inputs: files and folders that it reads
 * skip: files below the inputs that do not change the result
 * output: the folder that it makes anew; `kept` names what others put there. Without: it writes into the sources
 * outputs: which files of the sources it writes, where it has no folder
 * command(folder): arguments of Node; what it makes goes into `folder`, which then takes the place of `output`
 */
export const steps = [
  {
    name: 'kernels',
    words: 'Compiling kernels',
    needs: [],
    inputs: [
      'kernels',
      'src/bake/blender/python',
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
    kept: ['studio'],
    command: (folder) => ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder],
    // npx of an earlier version of this package starts this file itself.
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
