import type { BakePlan } from '../bake-plan.ts';
import { type OutputWriter, preparedFiles } from '../output-definition.ts';
import { placeOutput } from '../place-output.ts';

/** Writes the files of the data that systems prepared. Their sizes are known before the simulation. */
export const preparedWriter: OutputWriter = {
  listPaths({ plan }, add) {
    for (const system of plan.systems) {
      for (const { name, extension: ending } of preparedFiles(system))
        add('prepared', `${name}.${ending}`, `the system ${JSON.stringify(system.name)}`);
    }
  },

  countWork: ({ plan }) => listFiles(plan).length,

  *estimate({ plan }) {
    const bytes = listFiles(plan).reduce((sum, file) => sum + file.bytes().length, 0);
    return { files: { prepared: bytes }, keptBytes: 0 };
  },

  async write({ plan }, sink) {
    for (const { name, extension: ending, bytes } of listFiles(plan)) {
      await sink.next(`what ${name} prepared`);
      await sink.write(placeOutput(plan, 'prepared', `${name}.${ending}`), 'prepared', bytes());
    }
    return {};
  },
};

/** Returns the files that the plan selects. */
function listFiles({ outputs, systems }: BakePlan) {
  return outputs.includes('prepared') ? systems.flatMap(preparedFiles) : [];
}
