import type { OutputDefinition } from '../output-definition.ts';
import type { StageParts } from './stage-part.ts';

/** Returns what the outputs of all definitions add to a stage, in the order of the definitions. */
export async function loadStageParts(): Promise<StageParts[]> {
  const { outputDefinitions } = await import('../output-definitions.ts');
  const definitions: readonly OutputDefinition[] = outputDefinitions;
  const others = definitions.filter(({ name }) => name !== 'stage');
  const writers = await Promise.all(others.map(({ load }) => load()));
  return writers.flatMap(({ stage }) => stage ?? []);
}
