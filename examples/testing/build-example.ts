import { build, type Plugin, type Rolldown } from 'vite';
import { measureLoaded } from '../../src/testing/measure-loaded.ts';
import config from '../vite.config.ts';

/** Names of the examples, which are those of their files. */
export type ExampleName =
  | 'minimal'
  | 'flesh'
  | 'particles'
  | 'fur'
  | 'crowd'
  | 'react'
  | 'babylon'
  | 'playcanvas';

export interface BuildExampleOptions {
  /** Name of the example. Default: `minimal`. */
  readonly name?: ExampleName;
  /** Output folder. Absent: nothing is written. */
  readonly outDir?: string;
  /** Changes the example's text before it is compiled. */
  readonly edit?: (text: string) => string;
  /** Builds with the development checks of libraries. Default: a production build. */
  readonly isDevelopment?: boolean;
  /** Packages left out of the bundle. */
  readonly external?: readonly RegExp[];
  /** Leaves out what Vite adds for browsers that do not preload modules. */
  readonly isMeasured?: boolean;
}

/** Builds an example's page for a browser. Returns the files by name. */
export async function buildExample(options: BuildExampleOptions = {}): Promise<Map<string, Uint8Array>> {
  const { output } = await buildOutput(options);
  return new Map(
    output.map((file) => {
      const content = file.type === 'chunk' ? file.code : file.source;
      return [file.fileName, typeof content === 'string' ? new TextEncoder().encode(content) : content];
    }),
  );
}

/**
 * Returns an example whose code is in the callback of the loader with that code at the top level, where tests can change it and reach its
 * variables. An example with an `await` at the top level would be larger: bundlers then keep modules in more files.
 */
function openCallback(text: string): string {
  const open = /^new GLTFLoader\(\)\.load\(('.*'), \(gltf\) => \{$/m;
  if (!open.test(text)) return text;
  const opened = text.replace(open, 'const gltf = await new GLTFLoader().loadAsync($1);');
  return opened.replace(/\}\);\n$/, '');
}

async function buildOutput(options: BuildExampleOptions): Promise<Rolldown.RolldownOutput> {
  const { edit, name = 'minimal', isDevelopment = false } = options;
  const isExample = new RegExp(`/examples/${name}\\.tsx?$`);
  const editor: Plugin = {
    name: 'edit-example',
    enforce: 'pre',
    transform: (text, id) => (edit && isExample.test(id) ? edit(openCallback(text)) : undefined),
  };
  return (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    ...(isDevelopment && { define: { 'process.env.NODE_ENV': '"development"' } }),
    plugins: [editor],
    build: {
      ...config.build,
      outDir: options.outDir ?? config.build?.outDir,
      write: options.outDir !== undefined,
      chunkSizeWarningLimit: 2000,
      ...(options.isMeasured && { modulePreload: false as const }),
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        input: `${config.root}/${name}.html`,
        external: [...(options.external ?? [])],
      },
    },
  })) as Rolldown.RolldownOutput;
}

/**
 * Measures the compressed kilobytes that the example loads in addition to three: the library, the Worker with its WASM, and the example's
 * own code. Not counted: what is loaded later, if it is needed (the simulation for browsers without Workers, the Worker of grounds with
 * stones, water, compaction or spray), and Vite's own script for old browsers.
 */
export async function measureExample(): Promise<number> {
  const { output } = await buildOutput({ external: [/^three($|\/)/], isMeasured: true });
  return measureLoaded(output, (file) =>
    file.type === 'chunk' ? file.isEntry : /\bplain-ground-worker/.test(file.fileName),
  );
}
