import { type OutputWriter, preparedFiles } from '../output-definition.ts';
import { placeOutput } from '../place-output.ts';

/** Writes the files of what systems prepared. Their sizes are known before the simulation. */
export const preparedWriter: OutputWriter = {
  listPaths({ plan }, add) {
    for (const system of plan.systems) {
      for (const { name, ending } of preparedFiles(system))
        add('prepared', `${name}.${ending}`, `the system ${JSON.stringify(system.name)}`);
    }
  },

  countWork({ plan }) {
    return plan.outputs.includes('prepared') ? plan.systems.flatMap(preparedFiles).length : 0;
  },

  *estimate({ plan }) {
    if (!plan.outputs.includes('prepared')) return { files: { prepared: 0 }, keptBytes: 0 };
    const files = plan.systems.flatMap(preparedFiles);
    return { files: { prepared: files.reduce((sum, file) => sum + file.bytes().length, 0) }, keptBytes: 0 };
  },

  async write({ plan }, sink) {
    if (!plan.outputs.includes('prepared')) return {};
    for (const { name, ending, bytes } of plan.systems.flatMap(preparedFiles)) {
      await sink.next(`what ${name} prepared`);
      await sink.write(placeOutput(plan, 'prepared', `${name}.${ending}`), 'prepared', bytes());
    }
    return {};
  },
};
