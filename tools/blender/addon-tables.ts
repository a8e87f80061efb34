import { fileURLToPath } from 'node:url';
import { groupParams, type ParamTable, systemEntries } from '../../src/systems/index.ts';
import { defaultParams, type ParamSpec } from '../../src/systems/params.ts';
import type { SystemEntry } from '../../src/systems/system.ts';

/** The file that holds the tables. */
export const addonTablesFile = fileURLToPath(
  new URL('../../integrations/blender/aftermotion/tables.json', import.meta.url),
);

/** Types of parameters that a panel of Blender can show. Lists of objects are edited in the scene file. */
const shownTypes = ['number', 'integer', 'choice', 'flag', 'vector', 'text', 'texts'];

/**
 * Returns the text of `tables.json` of the Blender add-on: for each system its headings with their parameters, as the tables of the
 * systems have them. SI units and radians.
 */
export async function writeAddonTables(): Promise<string> {
  const tables = await Promise.all(
    systemEntries.map(async (entry) => ({
      system: entry.name,
      description: entry.description,
      groups: groupParams(entry.params)
        .map(({ title, names }) => ({
          title,
          params: names.flatMap((key) => describeParam(key, entry.params)),
        }))
        .filter((group) => group.params.length > 0),
      ...(await describeSoftDepth(entry)),
    })),
  );
  return `${JSON.stringify(tables, null, 1)}\n`;
}

/** Returns how deep soles sink into each material of a ground, as a fraction of the character's height. */
async function describeSoftDepth({ params, load }: SystemEntry): Promise<object> {
  const { material } = params;
  const { softDepth } = await load();
  if (!softDepth || material?.type !== 'choice') return {};
  const depths = material.choices.map((choice) => [
    choice,
    softDepth({ ...defaultParams(params), material: choice }),
  ]);
  return { softDepth: Object.fromEntries(depths) };
}

/** Returns the parameter as one entry, or none if the panel cannot show it or the add-on itself sets it. */
function describeParam(name: string, table: ParamTable): object[] {
  const spec = table[name];
  if (!shownTypes.includes(spec.type) || namesActor(spec)) return [];
  const { group: _, flag: __, advanced: ___, ...rest } = spec;
  // The add-on shows one ground, whose parameters are set directly. So it has no materials of one's own.
  if (rest.type !== 'choice') return [{ name, ...rest }];
  const { ownNames: ____, ...choice } = rest;
  return [{ name, ...choice }];
}

function namesActor(spec: ParamSpec): boolean {
  return spec.type === 'text' && (spec.refersTo === 'actor' || spec.refersTo === 'carrier');
}
