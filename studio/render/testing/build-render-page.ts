import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds only the page that draws pictures, into a folder: what tests need of the whole build. */
export async function buildRenderPage(outDir: string): Promise<void> {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    configFile: false,
    root: here('../..'),
    base: './',
    publicDir: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, minify: false, rollupOptions: { input: here('../../render.html') } },
  });
}
