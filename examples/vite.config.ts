import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the examples with the sources of the library, and serves the project's character with them. */
export default defineConfig({
  root: `${root}examples`,
  base: './',
  publicDir: `${root}scenes/assets`,
  resolve: {
    alias: {
      'aftermotion/babylon': `${root}src/babylon/index.ts`,
      'aftermotion/playcanvas': `${root}src/playcanvas/index.ts`,
      'aftermotion/react': `${root}src/react/index.ts`,
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
