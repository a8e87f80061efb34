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

const rapierPackage = '@dimforge/rapier3d-deterministic-compat';

/**
 * Rapier is optional and too large for the package, so the page does not contain it: the server of the studio answers with the installed package. On other
 * servers, scenes with simulated objects get an error message, unless the package's `dist/rapier.mjs` lies in the folders of the page and of its scripts.
 */
const loadRapierFromServer: Plugin = {
  name: 'load-rapier-from-server',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === rapierPackage ? `\0${rapierPackage}` : null),
  load(id) {
    if (id !== `\0${rapierPackage}`) return null;
    return `const rapier = await import(/* @vite-ignore */ new URL('rapier.mjs', globalThis.location.href).href);
      export default rapier.default;`;
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
  plugins: [readScenesBesidePage, loadRapierFromServer],
  worker: { format: 'es', plugins: () => [loadRapierFromServer] },
  build: {
    outDir: here('../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: { studio: here('index.html'), render: here('render.html') } },
  },
});
