import type RAPIER from '@dimforge/rapier3d-deterministic-compat';
import { InputError } from '../../input-error.ts';

export type Rapier = typeof RAPIER;

/** The package that simulates rigid bodies. This build of Rapier gives the same bits on every machine. It is optional. */
const packageName = '@dimforge/rapier3d-deterministic-compat';

/** Loads Rapier. `path`: what needs it, for the error message. Throws InputError if it is not installed. */
export async function loadRapier(path: string): Promise<Rapier> {
  let rapier: Rapier;
  try {
    rapier = (await import('@dimforge/rapier3d-deterministic-compat')).default;
  } catch (error) {
    throw InputError.at(
      path,
      `expected the package ${packageName}, which simulates rigid objects and is not installed with aftermotion: ` +
        `run \`npm install ${packageName}\` (${(error as Error).message})`,
    );
  }
  await rapier.init();
  return rapier;
}
