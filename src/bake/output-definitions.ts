import { characters } from './characters/index.ts';
import { heightfield } from './heightfield/index.ts';
import { morph } from './morph/index.ts';
import { openVat } from './openvat/index.ts';
import { points } from './points/index.ts';
import { prepared } from './prepared/index.ts';
import { shells } from './shells/index.ts';
import { stage } from './stage/index.ts';
import { views } from './views/index.ts';

/** All kinds of output, in the order in which they are written. A new kind is one folder and one line here. */
export const outputDefinitions = [
  heightfield,
  morph,
  characters,
  prepared,
  points,
  shells,
  openVat,
  views,
  stage,
] as const;
