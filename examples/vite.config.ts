import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the examples against the sources, and serves the project's own character beside them. */
export default defineConfig({
  root: `${root}examples`,
  base: './',
  publicDir: `${root}scenes/assets`,
  resolve: {
    alias: {
      'aftermotion/three/webgpu': `${root}src/three/webgpu.ts`,
      'aftermotion/three': `${root}src/three/index.ts`,
    },
  },
  build: {
    outDir: `${root}out/examples`,
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { input: `${root}examples/minimal.html` },
  },
});
