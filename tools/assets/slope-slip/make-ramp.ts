/** Makes a ramp that rises towards -Z: `npx tsx tools/assets/slope-slip/make-ramp.ts`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodePng16 } from '../../../src/files/png.ts';

const ramp = encodePng16(new Uint16Array([65535, 65535, 0, 0]), 2, 2);
writeFileSync(fileURLToPath(new URL('../../../scenes/slope-slip/ramp.png', import.meta.url)), ramp);
