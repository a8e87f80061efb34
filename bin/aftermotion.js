#!/usr/bin/env node
// Starts the command line. In a clone of the repository it first builds what is missing or older than its sources; an
// installed package holds no scripts/ and starts at once. Plain JavaScript on purpose: it runs before anything is built.
import { existsSync } from 'node:fs';

const setup = new URL('../scripts/setup.mjs', import.meta.url);
let isReady = true;
if (existsSync(setup)) {
  const { setUp } = await import('../scripts/setup/set-up.mjs');
  isReady = setUp({ targets: ['commands'] });
}
if (isReady) await import('../dist/cli/main.js');
else process.exitCode = 1;
