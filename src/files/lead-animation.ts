import { append } from '../math/lists.ts';
import type { GltfDocument } from './glb.ts';
import { memberOf } from './member-of.ts';

/**
 * Makes one animation the first of the file, because viewers play the first one and Blender leaves it active. The other animations keep
 * their order. References to animations by index are updated in the extensions that contain them, and JSON pointers in all extensions.
 *
 * Returns an empty list. If an unknown extension may contain such references, or an extension computes them, nothing is changed, and the
 * list contains a warning. isNew: the animation is the last one, and nothing in the file refers to it yet.
 */
export function leadWithAnimation(json: GltfDocument, index: number, isNew: boolean): string[] {
  const animations = json.animations!;
  const count = animations.length - (isNew ? 1 : 0);
  if (index === 0) return [];
  const references: Reference[] = [];
  const doubtful = new Set<string>();
  for (const [name, value] of listExtensions(json)) {
    const found = findReferences(name, value, count);
    if (found) append(references, found);
    else doubtful.add(name);
  }
  if (doubtful.size > 0) {
    return [
      `the clip "${animations[index].name ?? index}" stays number ${index}, since ${[...doubtful].join(', ')} may name clips by ` +
        'their number: where a program plays the first clip, choose this one by its name',
    ];
  }
  for (const { holder, key, prefix } of references) {
    const old = Number(String(holder[key]).slice(prefix.length).split('/')[0]);
    const moved = old === index ? 0 : old < index ? old + 1 : old;
    holder[key] = prefix ? String(holder[key]).replace(`${prefix}${old}`, () => `${prefix}${moved}`) : moved;
  }
  animations.unshift(animations.splice(index, 1)[0]);
  return [];
}

type Json = Record<string | number, unknown>;

/** A reference to an animation. `holder[key]` is its index (then `prefix` is '') or a JSON pointer that begins with `prefix`. */
interface Reference {
  readonly holder: Json;
  readonly key: string | number;
  readonly prefix: '' | '/animations/';
}

/** Finds the references to animations in the value of an extension; null if it computes a reference. */
type Follower = (value: unknown) => Reference[] | null;

const followers: Readonly<Record<string, Follower>> = {
  KHR_interactivity: followInteractivity,
  MOZ_hubs_components: (value) =>
    listNumbers(memberOf(memberOf(value, 'loop-animation'), 'activeClipIndices')),
  // Draft versions of extensions whose entries contain lists of animations.
  EXT_animation_map: followLists,
  KHR_animation_clip: followLists,
};

/** Extensions in which no number is an index of an animation. */
const withoutAnimations = [
  /^KHR_(lights|materials|texture|mesh|draco_mesh|node|physics)_/,
  /^KHR_(xmp|xmp_json_ld|audio|audio_emitter|implicit_shapes|animation_pointer)$/,
  /^EXT_(mesh|meshopt|lights|texture|structural)_/,
  /^(MSFT|CESIUM|AGI|OMI_physics|OMI_collider|OMI_seat|OMI_spawn_point|VRMC)_/,
  /^VRM$/,
];

function findReferences(name: string, value: unknown, count: number): Reference[] | null {
  const pointers = findPointers(value);
  if (!pointers) return null;
  const own = followers[name]?.(value);
  if (own) return [...pointers, ...own];
  const isKnown = withoutAnimations.some((pattern) => pattern.test(name));
  return own === undefined && (isKnown || !holdsIndex(value, count)) ? pointers : null;
}

/** Returns all extensions of the objects that can refer to animations: the file, its scenes, nodes and animations. */
function listExtensions(json: GltfDocument): [string, unknown][] {
  const { animations = [], nodes = [], scenes = [] } = json;
  const owners: object[] = [
    json,
    ...scenes,
    ...nodes,
    ...animations,
    ...animations.flatMap(({ channels, samplers }) => [
      ...channels,
      ...channels.map(({ target }) => target),
      ...samplers,
    ]),
  ];
  return owners.flatMap((owner) => Object.entries((owner as { extensions?: object }).extensions ?? {}));
}

/** Returns the JSON pointers to animations, at any depth; null if one of them is a template with parameters in braces. */
function findPointers(value: unknown): Reference[] | null {
  const found: Reference[] = [];
  const isClear = visit(value, (holder, key) => {
    const text = holder[key];
    if (typeof text !== 'string' || !text.startsWith('/animations/')) return true;
    if (/^\/animations\/\d+(\/|$)/.test(text)) found.push({ holder, key, prefix: '/animations/' });
    return !text.includes('{');
  });
  return isClear ? found : null;
}

/** Calls `look` for the members of a value, at any depth, until `look` returns false. Returns false in this case, otherwise true. */
function visit(value: unknown, look: (holder: Json, key: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.keys(value).every((key) => look(value as Json, key) && visit((value as Json)[key], look));
}

/** Returns whether a value is an integer from 0 to count − 1, or contains one. */
function holdsIndex(value: unknown, count: number): boolean {
  const isIndex = (member: unknown) =>
    typeof member === 'number' && Number.isInteger(member) && member >= 0 && member < count;
  return isIndex(value) || !visit(value, (holder, key) => !isIndex(holder[key]));
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function listNumbers(value: unknown): Reference[] {
  return itemsOf(value).flatMap((item, key) =>
    typeof item === 'number' ? [{ holder: value as Json, key, prefix: '' as const }] : [],
  );
}

/** Returns the references in all lists with the key `animations`, at any depth. */
function followLists(value: unknown): Reference[] {
  const found: Reference[] = [];
  visit(value, (holder, key) => {
    if (key === 'animations') append(found, listNumbers(holder[key]));
    return true;
  });
  return found;
}

/**
 * The input value `animation` of an operation is either a literal, or computed by another operation. Returns the references; null if one is
 * computed.
 */
function followInteractivity(value: unknown): Reference[] | null {
  const found: Reference[] = [];
  for (const graph of [value, ...itemsOf(memberOf(value, 'graphs'))]) {
    const declarations = itemsOf(memberOf(graph, 'declarations'));
    for (const node of itemsOf(memberOf(graph, 'nodes'))) {
      const declared = declarations[memberOf(node, 'declaration') as number];
      const operation = memberOf(declared, 'op') ?? memberOf(node, 'type');
      if (!String(operation).startsWith('animation/')) continue;
      const values = memberOf(node, 'values');
      // In early drafts, values are a list of entries with ids.
      const input = Array.isArray(values)
        ? values.find((entry) => memberOf(entry, 'id') === 'animation')
        : memberOf(values, 'animation');
      if (input === undefined) continue;
      const literal = memberOf(input, 'value');
      if (typeof literal === 'number') found.push({ holder: input as Json, key: 'value', prefix: '' });
      else if (Array.isArray(literal)) append(found, listNumbers(literal));
      else return null;
    }
  }
  return found;
}
