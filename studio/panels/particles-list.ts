import { actorName } from '../../src/scene/index.ts';
import type { ListParam } from '../../src/systems/index.ts';
import { particlesParams } from '../../src/systems/particles/index.ts';
import { entryAt } from '../document/edit-scene.ts';
import { actorsOf, type SceneEntry } from '../document/studio-document.ts';
import { keyLabel } from '../particles/key-bars.ts';
import { namesIn, type ParticlesList } from '../particles/scene-particles.ts';
import { fileKeyOf } from '../particles/shape-files.ts';
import { createEntryList, formatSpan } from './entry-list.ts';
import { labelOf } from './field-model.ts';
import type { Panel, StudioActions, StudioState } from './panel.ts';
import { createShapeFile } from './particles-file.ts';

const titles: Readonly<Record<ParticlesList, { readonly title: string; readonly one: string }>> = {
  keys: { title: 'Keys', one: 'key' },
  shapes: { title: 'Shapes', one: 'shape' },
  sources: { title: 'Sources', one: 'source' },
  bursts: { title: 'Bursts at footfalls', one: 'burst' },
  forces: { title: 'Forces', one: 'force' },
};

/** Fields that are shown first, in this order. */
export const particlesFirstFields: Readonly<Record<ParticlesList, readonly string[]>> = {
  keys: 'name to start end hold stagger fraction kind counts law color opacity'.split(' '),
  shapes: 'name text actor position radius size height corners part by scale offset'.split(' '),
  sources: 'name from count start duration life velocity jitter'.split(' '),
  bursts: 'name of joints perLitre count speed'.split(' '),
  forces: 'acceleration velocity coefficient size center axis radius from until gusts'.split(' '),
};

/** Creates one of the lists of a system of particles. */
export function createParticlesList(
  system: number,
  list: ParticlesList,
  state: StudioState,
  actions: StudioActions,
): Panel {
  const spec: ListParam = particlesParams[list];
  const hasActors = actorsOf(state.document.scene).length > 0;
  const kinds =
    spec.tag === undefined ? [] : Object.keys(spec.kinds).filter((name) => name !== 'actor' || hasActors);
  return createEntryList(
    {
      system,
      list,
      spec,
      kinds,
      ...titles[list],
      firstFields: particlesFirstFields[list],
      add: (kind) => actions.particles.addEntry(system, list, kind),
      remove: (index) => actions.particles.removeEntry(system, list, index),
      describe: (entry, index) => describeEntry(entry, list, index),
      edit(index, key, value) {
        if (key !== 'name' || (list === 'shapes' && typeof value !== 'string')) return false;
        const called = typeof value === 'string' ? value : undefined;
        actions.particles.renameEntry(system, list, index, called);
        return true;
      },
      choices(name, table, { document }) {
        const own = entryAt(document.scene, `systems.${system}`);
        const field = table[name];
        if (field.type === 'text' && field.refersTo === 'actor')
          return actorsOf(document.scene).map(actorName);
        if (name === 'to' || (name === 'from' && list === 'sources')) return namesIn(own, 'shapes');
        return name === 'sources' ? namesIn(own, 'sources') : undefined;
      },
      own(entry, location) {
        const name = list === 'shapes' ? fileKeyOf(entry.shape) : null;
        return name === null ? null : { name, panel: createShapeFile(location, labelOf(name), actions) };
      },
    },
    actions,
  );
}

/** Returns the text of a closed card. */
function describeEntry(
  entry: SceneEntry,
  list: ParticlesList,
  index: number,
): { title: string; description: string } {
  const name = entry.name === undefined ? null : String(entry.name);
  switch (list) {
    case 'shapes': {
      const kind = labelOf(String(entry.shape ?? 'shape'));
      return { title: name ?? kind, description: entry.shape === 'text' ? `“${entry.text ?? ''}”` : kind };
    }
    case 'sources':
      return {
        title: name ?? String(entry.from ?? ''),
        description: `${Number(entry.count ?? 1000).toLocaleString('en')}${name === null ? '' : ` in ${entry.from}`}`,
      };
    case 'bursts':
      return { title: name ?? 'Burst', description: `of ${entry.of ?? ''}` };
    case 'forces':
      return {
        title: labelOf(String(entry.force ?? 'force')),
        description: formatSpan(entry.from, entry.until),
      };
    case 'keys': {
      const to = Array.isArray(entry.to) ? `to ${entry.to.join(', ')}` : 'state only';
      return { title: keyLabel(entry, index), description: entry.enabled === false ? 'off' : to };
    }
  }
}
