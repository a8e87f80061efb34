// Lets Node import TypeScript: `node --import ./scripts/typescript/register.mjs`. Tests run with it.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
