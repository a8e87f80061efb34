import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The built page reads the files of its scenes from `scenes/` beside it instead of having copies of them: the package contains them once. The
 * server of the studio answers with the package's own folder.
 */
const readScenesBesidePage: Plugin = {
  name: 'read-scenes-beside-page',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const [file, query] = id.split('?');
    const scenes = here('../scenes/').replaceAll('\\', '/');
    if (query !== 'url' || !file.startsWith(scenes)) return null;
    const path = JSON.stringify(`scenes/${file.slice(scenes.length)}`);
    return `export default new URL(${path}, document.baseURI).href;`;
  },
};

/**
 * Two pages: `index.html`, the studio, and `render.html`, which `aftermotion render` opens without a window.
 *
 * Paths in the build are relative, so that it works from any folder of any server that has `scenes/` in it. No header is needed.
 */
export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  resolve: { alias: [{ find: /^aftermotion$/, replacement: here('../src/index.ts') }] },
  plugins: [readScenesBesidePage],
  worker: { format: 'es' },
  build: {
    outDir: here('../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: { studio: here('index.html'), render: here('render.html') } },
  },
});
