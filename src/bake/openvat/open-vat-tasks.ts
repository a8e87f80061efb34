import type { BakeTask } from '../bake-task.ts';
import type { OpenVatFacts } from './write-open-vat.ts';

/** Identifies what moves by plain data: a character with flesh by the name of the actor, or a coat by that of its output. */
export interface OpenVatReference {
  readonly kind: 'flesh' | 'fur';
  readonly name: string;
}

/** Writes all files of one mesh. */
export const openVatTask: BakeTask<OpenVatReference, OpenVatFacts | null> = {
  name: 'OpenVAT textures',
  rank: 4,
  load: async () => (await import('./write-open-vat.ts')).writeOpenVat,
};
