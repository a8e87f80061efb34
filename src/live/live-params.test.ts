import { expect, test } from 'vitest';
import { soilParams } from '../systems/ground/bearing/soil-params.ts';
import { crackParams } from '../systems/ground/cracks/crack-params.ts';
import { groundParams } from '../systems/ground/params.ts';
import { snowCoverParams } from '../systems/ground/snow-cover/snow-cover-params.ts';
import { terrainParams } from '../systems/ground/terrain/terrain-params.ts';
import type { ParamSpec, ParamTable } from '../systems/params.ts';
import { namedOtherwise } from './ground-options.ts';
import { bakeParams, fileParams, liveParams, weightParams } from './live-params.ts';

/** What only help, schema, scenes and documentation read. */
const textFields = ['description', 'group', 'flag', 'advanced', 'ownNames'];

function compactTable(table: ParamTable): object {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, compact(spec)]));
}

function compact(spec: ParamSpec): object {
  const kept = Object.fromEntries(Object.entries(spec).filter(([key]) => !textFields.includes(key)));
  if (spec.type !== 'list') return kept;
  const kinds = Object.entries(spec.kinds).map(([kind, { fields }]) => [
    kind,
    { fields: compactTable(fields) },
  ]);
  return { ...kept, kinds: Object.fromEntries(kinds) };
}

function needsFile(name: string, spec: ParamSpec): boolean {
  if (Object.hasOwn(terrainParams, name)) return true;
  if (spec.type !== 'list') return 'refersTo' in spec && spec.refersTo === 'file';
  return Object.values(spec.kinds).some(({ fields }) =>
    Object.entries(fields).some((field) => needsFile(...field)),
  );
}

test('live-params.ts has the parameters of a ground without their texts, and the names of those that only scenes read', async () => {
  const entries = Object.entries<ParamSpec>(groundParams).filter(([name]) => !namedOtherwise.includes(name));
  const files = entries.filter((entry) => needsFile(...entry)).map(([name]) => name);
  const weights = Object.keys(soilParams);
  const others = [...Object.keys(snowCoverParams), ...Object.keys(crackParams)];
  const baked = [...files, ...weights, ...others];
  const table = Object.fromEntries(entries.filter(([name]) => !baked.includes(name)));
  const text = `// Made by live-params.test.ts from the parameters of the ground: npx vitest run src/live/live-params.test.ts -u
import type { groundParams } from '../systems/ground/params.ts';

/** The parameters of a live ground without their texts, which would make pages larger. They are those of a scene's ground. */
export const liveParams = ${JSON.stringify(compactTable(table), null, 2)} as unknown as typeof groundParams;

/** Names of the parameters of a scene's ground that need files. */
export const fileParams: readonly string[] = ${JSON.stringify(files)};

/** Names of those that determine how a scene's ground carries weight. */
export const weightParams: readonly string[] = ${JSON.stringify(weights)};

/** Names of those that live grounds do not have: of snow on bodies, and of cracks. */
export const bakeParams: readonly string[] = ${JSON.stringify(others)};
`;
  await expect(text).toMatchFileSnapshot('live-params.ts');
  expect(Object.keys(liveParams).length + fileParams.length + weightParams.length + bakeParams.length).toBe(
    entries.length,
  );
});
