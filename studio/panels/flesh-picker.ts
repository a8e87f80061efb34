import { namePart, splitJoints } from '../flesh/character-joints.ts';
import type { FleshActions, FleshCharacter, JointDraft } from '../flesh/flesh-settings.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import type { Panel, StudioState } from './panel.ts';

/**
 * Creates a list of a character's joints, from which the user chooses, with a search field and with groups that are found by joint names.
 */
export function createJointPicker(actions: FleshActions): Panel {
  const searchId = uniqueId('joint-search');
  const actors = element('select', {
    'aria-label': 'Character',
    onchange: () => actions.chooseActor(actors.value),
  });
  const search = element('input', {
    type: 'text',
    id: searchId,
    placeholder: 'Search joints',
    'aria-label': 'Search joints',
    spellcheck: 'false',
    oninput: () => showFound(),
  });
  const groups = element('div', {
    class: 'chips',
    role: 'group',
    'aria-label': 'Suggested parts',
  });
  const list = element('div', { class: 'joints', role: 'group', 'aria-label': 'Joints' });
  const summary = element('p', { class: 'hint', role: 'status' });
  const apply = button({ class: 'primary', id: 'apply-joints', onclick: () => actions.applyDraft() }, 'Add');
  const cancel = button({ class: 'plain', onclick: () => actions.cancelDraft() }, 'Cancel');
  const title = element('strong', {});
  let shownCharacter: FleshCharacter | null = null;
  let shownActors = '';
  let rows: { name: string; row: HTMLElement; box: HTMLInputElement }[] = [];
  let chips: { joints: readonly string[]; chip: HTMLButtonElement }[] = [];
  let chosen: ReadonlySet<string> = new Set();

  const showFound = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const { name, row } of rows) row.hidden = !name.toLowerCase().includes(wanted);
  };
  const showCharacter = (character: FleshCharacter) => {
    shownCharacter = character;
    search.value = '';
    chips = character.groups.map(({ label, joints }) => ({
      joints,
      chip: button(
        {
          class: 'chip',
          'aria-pressed': 'false',
          onclick: () => {
            const isOn = joints.every((name) => chosen.has(name));
            const rest = [...chosen].filter((name) => !joints.includes(name));
            actions.setJoints(isOn ? rest : [...rest, ...joints]);
          },
        },
        label,
      ),
    }));
    groups.replaceChildren(...chips.map(({ chip }) => chip));
    rows = character.joints.map(({ name, depth, movesSkin }) => {
      const box = element('input', { type: 'checkbox', onchange: () => actions.toggleJoint(name) });
      const row = element(
        'label',
        { class: movesSkin ? 'joint' : 'joint bare', style: `--depth: ${Math.min(depth, 8)}` },
        box,
        element('span', {}, name),
      );
      return { name, row, box };
    });
    list.replaceChildren(...rows.map(({ row }) => row));
  };
  const root = element(
    'div',
    { class: 'picker', tabindex: '-1', 'aria-label': 'Choose joints', role: 'group' },
    title,
    element(
      'p',
      { class: 'hint' },
      'Click on the character, or choose joints here. The red area is the part.',
    ),
    actors,
    groups,
    search,
    list,
    summary,
    element('div', { class: 'line' }, apply, cancel),
  );
  return {
    element: root,
    update({ flesh: { draft, characters } }: StudioState) {
      if (!draft) {
        shownCharacter = null;
        return;
      }
      const character = characters.find(({ actor }) => actor === draft.actor) ?? characters[0];
      if (!character) return;
      const names = characters.map(({ actor }) => actor).join('\n');
      if (names !== shownActors) {
        shownActors = names;
        actors.replaceChildren(...characters.map(({ actor }) => element('option', { value: actor }, actor)));
      }
      actors.hidden = characters.length < 2 || draft.system !== null;
      actors.value = character.actor;
      if (character !== shownCharacter) showCharacter(character);
      chosen = draft.joints;
      for (const { name, box } of rows) box.checked = chosen.has(name);
      for (const { joints, chip } of chips) {
        chip.setAttribute('aria-pressed', String(joints.every((name) => chosen.has(name))));
      }
      setText(title, draft.system === null ? 'New flesh' : 'Joints of this part');
      setText(apply, draft.system === null ? 'Add' : 'Apply');
      setText(summary, describeDraft(draft, character));
      groups.hidden = chips.length === 0;
      list.hidden = search.hidden = rows.length === 0;
    },
  };
}

function describeDraft({ joints, system }: JointDraft, character: FleshCharacter): string {
  if (joints.size === 0) return 'No joints are chosen: the whole character becomes soft.';
  const parts = splitJoints(character.joints, joints);
  if (system !== null || parts.length === 1) return `${joints.size} of ${character.joints.length} joints.`;
  const names = parts.map((part) => namePart(part, character.groups));
  return `${parts.length} separate parts: ${names.join(', ')}.`;
}
