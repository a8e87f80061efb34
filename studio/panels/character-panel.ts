import type { ClipInspection } from '../../src/index.ts';
import { maxOf } from '../../src/math/index.ts';
import { actorName, actorParams } from '../../src/scene/index.ts';
import { entryAt } from '../document/edit-scene.ts';
import { actorsOf, systemsOf } from '../document/studio-document.ts';
import { element, setText, uniqueId } from '../view/element.ts';
import { createFieldList, createFold } from './field-list.ts';
import type { Panel, PanelDefinition, StudioActions, StudioState } from './panel.ts';
import { deriveGround } from './system-layouts.ts';

/** The properties of a character that are not chosen elsewhere on the page. */
const names = Object.keys(actorParams).filter(
  (name) => !['name', 'file', 'clip', 'keys', 'profile'].includes(name),
);

/** Shows the first character: its clips with their travel and speed, and its other parameters. */
export const characterPanel: PanelDefinition = {
  applies: (state) => characterIndex(state) >= 0,
  create(state, actions) {
    const index = characterIndex(state);
    const clips = createClipChooser(index, actions);
    const list = createFieldList(
      { location: `actors.${index}`, table: actorParams, names, derive: (next) => deriveActor(next, index) },
      state,
      actions,
    );
    return {
      element: element(
        'section',
        { class: 'part' },
        element('h2', {}, titleOf(state, index)),
        clips.element,
        createFold('Size, position and gait', list.element),
      ),
      update(next) {
        clips.update(next);
        list.update(next);
      },
    };
  },
};

/** Names the character if there are others, which are edited in the scene file. */
function titleOf({ document }: StudioState, index: number): string {
  const actors = actorsOf(document.scene);
  return actors.length > 1 ? `Character: ${actorName(actors[index])}` : 'Character';
}

/** Returns the index of the first actor that has clips, or −1. */
function characterIndex({ document }: StudioState): number {
  return actorsOf(document.scene).findIndex(({ keys, poses, box }) => {
    return [keys, poses, box].every((value) => value === undefined);
  });
}

/** Returns the values that the simulation chooses if the scene does not set them. */
function deriveActor(state: StudioState, index: number): Record<string, unknown> {
  const { inspection, document } = state;
  if (!inspection) return {};
  const entry = entryAt(document.scene, `actors.${index}`);
  const clip = chosenClip(state, index);
  const height =
    (entry.height as number | undefined) ??
    (typeof entry.scale === 'number' ? entry.scale * inspection.heightUnits : inspection.height);
  const fractions = systemsOf(document.scene).map(({ material = 'sand', sinkage }) =>
    Number(sinkage ?? deriveGround(document.scene, String(material)).sinkage ?? 0),
  );
  return {
    height,
    scale: height / inspection.heightUnits,
    speed: clip && clip.speed > 0 ? (clip.speed * height) / inspection.height : undefined,
    softDepth: maxOf(fractions, 0) * height,
  };
}

function chosenClip(state: StudioState, index: number): ClipInspection | null {
  const { inspection, document } = state;
  if (!inspection) return null;
  const { clip } = entryAt(document.scene, `actors.${index}`);
  const found = inspection.clips.find((candidate, k) => candidate.name === clip || k === clip);
  return found ?? (inspection.defaultClip === null ? null : inspection.clips[inspection.defaultClip]);
}

function createClipChooser(index: number, actions: StudioActions): Panel {
  const group = uniqueId('clip');
  const status = element('p', { class: 'hint' });
  const list = element('div', { class: 'clips' });
  const root = element('fieldset', { class: 'clip-chooser' }, element('legend', {}, 'Clip'), status, list);
  let shown: StudioState['inspection'] = null;
  let clips: readonly ClipInspection[] = [];
  let inputs: HTMLInputElement[] = [];
  return {
    element: root,
    update(state) {
      const { inspection } = state;
      // A scene with a list of clips plays them one after the other.
      const { clips: sequence } = entryAt(state.document.scene, `actors.${index}`);
      root.hidden = Array.isArray(sequence) && sequence.length > 0;
      status.hidden = inspection !== null;
      setText(status, 'Reading its clips …');
      if (!inspection) return;
      const chosen = chosenClip(state, index);
      if (shown !== inspection) {
        shown = inspection;
        // Clips that leave prints come first.
        clips = [...inspection.clips].sort((a, b) => Number(a.kind === 'still') - Number(b.kind === 'still'));
        inputs = clips.map((clip) =>
          element('input', {
            type: 'radio',
            name: group,
            onchange: () => actions.edit(`actors.${index}`, 'clip', clipReference(inspection.clips, clip)),
          }),
        );
        list.replaceChildren(...clips.map((clip, k) => createClipRow(clip, inputs[k])));
        // Scrolls inside the list without moving the page.
        const row = inputs[clips.indexOf(chosen as ClipInspection)]?.parentElement;
        if (row) list.scrollTop = row.offsetTop - list.offsetTop - row.offsetHeight;
      }
      inputs.forEach((input, k) => {
        input.checked = clips[k] === chosen;
      });
    },
  };
}

function createClipRow(clip: ClipInspection, input: HTMLInputElement): HTMLElement {
  return element(
    'label',
    { class: 'clip', title: kindText[clip.kind] },
    input,
    element('span', { class: 'clip-name' }, clip.name || 'unnamed'),
    element('span', { class: 'clip-kind' }, describeClip(clip)),
  );
}

const kindText = {
  inPlace: 'An in-place gait, moved forward at the speed of its feet',
  travelling: 'The clip travels',
  still: 'It stays in place',
} as const;

/** Returns a clip's name, or its number if the name is missing or not unique. */
function clipReference(clips: readonly ClipInspection[], clip: ClipInspection): string | number {
  const isUnique = clip.name !== '' && clips.filter(({ name }) => name === clip.name).length === 1;
  return isUnique ? clip.name : clips.indexOf(clip);
}

function describeClip({ kind, speed, duration }: ClipInspection): string {
  const length = `${duration.toFixed(2)} s`;
  if (kind === 'still') return `stays · ${length}`;
  return `${kind === 'inPlace' ? 'in place' : 'travels'} ${speed.toFixed(1)} m/s · ${length}`;
}
