import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserNote, findTestBrowser, launchTestBrowser } from '../src/testing/browser.ts';
import { strictPolicy } from '../src/testing/strict-policy.ts';
import { preparePart } from './testing/prepare-part.ts';
import { type RunExampleOptions, runExample } from './testing/run-example.ts';

const policyWithWasm = strictPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

let browser: Browser | null = null;
afterAll(() => browser?.close());

type Name = RunExampleOptions['name'];

/** The call in the example, replaced so that its notes are kept for the test, and a condition that shows that it runs. */
const examples: Record<Name, { call: [string, string]; shows: string }> = {
  minimal: {
    call: ["{ material: 'sand' }", "{ material: 'sand', onNote }"],
    shows: 'ground.object.bounds.min.y < ground.object.datum - 0.01',
  },
  flesh: {
    call: ["material: 'belly' }", "material: 'belly', onNote }"],
    shows: 'flesh.states[0].totals.steps > 3',
  },
  particles: {
    call: ['LiveParticles.create({', 'LiveParticles.create({ onNote,'],
    shows: 'smoke.time > 0.1',
  },
  fur: { call: ['LiveFur.create({', 'LiveFur.create({ onNote,'], shows: 'fur.fur.state.totals.steps > 3' },
};

function prepare(name: Name, text: string): string {
  const { call, shows } = examples[name];
  if (!text.includes(call[0])) throw new Error(`examples/${name}.ts does not hold ${call[0]}`);
  const watch = `globalThis.notes = []; const onNote = (note) => globalThis.notes.push(note);\n`;
  const lastImport = text.lastIndexOf('\nimport ');
  const body = text.indexOf('\n', lastImport + 1) + 1;
  return (
    text.slice(0, body) +
    watch +
    text.slice(body).replace(...call) +
    `\nglobalThis.isShown = () => ${shows};\n`
  );
}

test.skipIf(!findTestBrowser())(
  `examples run under a strict Content-Security-Policy, and with WebAssembly where it allows that${browserNote}`,
  { timeout: 300_000 },
  async () => {
    const joints = ['spine.1', 'spine.2'];
    const part = await preparePart('heavy-mannequin', { joints, elements: 150, modes: 4 });
    browser = await launchTestBrowser();
    for (const name of Object.keys(examples) as Name[]) {
      for (const policy of name === 'minimal' ? [strictPolicy, policyWithWasm] : [strictPolicy]) {
        const { page, errors, close } = await runExample(browser, {
          name,
          policy,
          edit: (text) => prepare(name, text),
          addFiles: (folder) => writeFile(join(folder, 'belly.flesh'), part),
        });
        // `waitForFunction` would create code from text in the page, which the policy forbids.
        let isShown = false;
        for (const end = Date.now() + 60_000; !isShown && Date.now() < end; ) {
          await new Promise((resolve) => setTimeout(resolve, 200));
          isShown = Boolean(await page.evaluate('globalThis.isShown?.()'));
        }
        expect(isShown, `${name}: ${errors.join('\n')}`).toBe(true);
        const notes = (await page.evaluate('globalThis.notes')) as string[];
        // On a busy machine there may be a note about skipped steps. Only notes about the policy count.
        const policyNotes = notes.filter((note) => note.includes("'wasm-unsafe-eval'"));
        expect(policyNotes).toHaveLength(policy === strictPolicy ? 1 : 0);
        // The browser reports what the policy has refused: only the attempt to compile.
        expect(errors.filter((error) => !/wasm-eval|WebAssembly/.test(error))).toEqual([]);
        await close();
      }
    }
  },
);
