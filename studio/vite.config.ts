import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Two pages: `index.html`, the studio, and `render.html`, which `aftermotion render` opens without a window.
 *
 * Paths in the build are relative, so that it works from any folder of any server. No header is needed.
 */
export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: false,
  resolve: { alias: [{ find: /^aftermotion$/, replacement: here('../src/index.ts') }] },
  worker: { format: 'es' },
  build: {
    outDir: here('../dist/studio'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: { studio: here('index.html'), render: here('render.html') } },
  },
});
