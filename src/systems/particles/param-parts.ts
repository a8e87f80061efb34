import type { Part } from '../param-parts.ts';
import type { TextListParam } from '../params.ts';

export const sourceNamesPart = {
  type: 'texts',
  expected: 'the name of a source',
} as const satisfies Part<TextListParam>;
