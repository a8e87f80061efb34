import { chromium, firefox, webkit } from 'playwright-core';
import { runExample } from './run-example.ts';

// Runs examples/minimal.ts in one of Playwright's browsers until a runner has left prints: for browsers in which the whole test suite does
// not run. `node --import ./scripts/typescript/register.mjs examples/testing/smoke.ts firefox`

const name = process.argv[2] ?? '';
const kind = new Map(Object.entries({ chromium, firefox, webkit })).get(name);
if (!kind) throw new Error(`expected chromium, firefox or webkit, got ${JSON.stringify(name)}`);
const executablePath = process.env.AFTERMOTION_SMOKE_BROWSER;
const browser = await kind.launch({ executablePath });
const { page, errors, close } = await runExample(browser, {
  name: 'minimal',
  edit: (text) => `${text}\nObject.assign(globalThis, { ground });\n`,
});
const hasPrints = 'globalThis.ground && ground.object.bounds.min.y < ground.object.datum - 0.01';
for (const end = Date.now() + 120_000; !(await page.evaluate(hasPrints)); ) {
  if (Date.now() > end || errors.length > 0) throw new Error(`no prints in ${name}: ${errors.join('\n')}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}
await close();
await browser.close();
process.stdout.write(`${name}: prints\n`);
