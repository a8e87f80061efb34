// npm run docs: builds the documentation as static pages in dist-docs/. Set DOCS_BASE for a site below the root of its server.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vitepress';
import { buildExample } from '../../examples/testing/build-example.ts';
import { preparePart } from '../../examples/testing/prepare-part.ts';
import { collectPages } from './pages.ts';
import { root, siteSource as source } from './repository.ts';
import { createSidebar } from './sidebar.ts';

const out = join(root, 'dist-docs');

rmSync(source, { recursive: true, force: true });
const { pages, copies } = collectPages();
for (const [path, text] of pages) write(path, text);
for (const [path, from] of copies) {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  cpSync(join(root, from), join(source, path));
}
write('sidebar.json', JSON.stringify(createSidebar(pages)));
write('.vitepress/config.ts', "export { default } from '../../../tools/docs/site-config.ts';\n");
process.env.NODE_ENV = 'production';
await build(source, { outDir: out });

// The site contains the web page (the studio) and the live examples. The examples are built in the same way as in their tests.
for (const name of [
  'minimal',
  'react',
  'babylon',
  'playcanvas',
  'crowd',
  'flesh',
  'particles',
  'fur',
] as const) {
  const files = await buildExample({ name });
  for (const [file, bytes] of files) write(file, bytes, join(out, 'examples'));
}
cpSync(join(root, 'scenes/assets'), join(out, 'examples'), { recursive: true });
const belly = await preparePart('heavy-mannequin', {
  joints: ['spine.1', 'spine.2'],
  elements: 1500,
  modes: 12,
});
write('belly.flesh', belly, join(out, 'examples'));
if (existsSync(join(root, 'dist/studio'))) {
  cpSync(join(root, 'dist/studio'), join(out, 'studio'), { recursive: true });
  cpSync(join(root, 'scenes'), join(out, 'studio/scenes'), { recursive: true });
}
console.log(`${pages.size} pages are in dist-docs/. To see them: npx vite preview --outDir dist-docs`);

function write(path: string, content: string | Uint8Array, folder = source): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
