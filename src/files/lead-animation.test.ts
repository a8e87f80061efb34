import { describe, expect, test } from 'vitest';
import type { GltfDocument } from './glb.ts';
import { leadWithAnimation } from './lead-animation.ts';

/** Creates a file with four clips, a to d, and extensions of its own. */
function buildFile(extensions: object, nodeExtensions: object = {}): GltfDocument {
  const animations = ['a', 'b', 'c', 'd'].map((name) => ({
    name,
    samplers: [],
    channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
    extensions: { MSFT_audio_emitter: { events: [{ action: 'play', emitter: 0, time: 0 }] } },
  }));
  return { asset: { version: '2.0' }, animations, extensions, nodes: [{ extensions: nodeExtensions }] };
}

function nameAt(json: GltfDocument, index: unknown): string {
  return json.animations![index as number].name!;
}

describe('the baked clip comes first, and references by index are updated', () => {
  test('the others keep their order', () => {
    for (const [index, order] of [
      [0, 'abcd'],
      [1, 'bacd'],
      [3, 'dabc'],
    ] as const) {
      const json = buildFile({});
      expect(leadWithAnimation(json, index, false)).toEqual([]);
      expect(json.animations!.map(({ name }) => name).join('')).toBe(order);
    }
  });

  test('KHR_interactivity: literal numbers and pointers, in both forms of its drafts', () => {
    const literal = { declaration: 1, values: { animation: { value: [2], type: 0 }, speed: { value: [1] } } };
    const old = {
      type: 'animation/start',
      values: [
        { id: 'animation', value: 0 },
        { id: 'speed', value: 1 },
      ],
    };
    const pointer = {
      declaration: 0,
      configuration: { pointer: { value: ['/animations/3/extensions/x/1'] } },
    };
    const graph = {
      declarations: [{ op: 'pointer/get' }, { op: 'animation/start' }],
      nodes: [literal, pointer, { declaration: 0, values: { value: { value: [2] } } }],
    };
    const json = buildFile({ KHR_interactivity: { graphs: [graph, { nodes: [old] }], graph: 0 } });
    expect(leadWithAnimation(json, 3, false)).toEqual([]);
    expect(nameAt(json, literal.values.animation.value[0])).toBe('c');
    expect(literal.values.speed.value).toEqual([1]);
    expect(nameAt(json, old.values[0].value)).toBe('a');
    expect(old.values[1].value).toBe(1);
    expect(pointer.configuration.pointer.value).toEqual(['/animations/0/extensions/x/1']);
    expect((graph.nodes[2] as { values: object }).values).toEqual({ value: { value: [2] } });
  });

  test('loop lists of Hubs, maps of clips, and pointers in an unknown extension', () => {
    const loop = { 'loop-animation': { activeClipIndices: [0, 2], clip: 'a,c' } };
    const map = { bindings: [{ semantic: 'ENTER', animations: [1] }] };
    const json = buildFile(
      { EXT_animation_map: map, VENDOR_player: { plays: '/animations/1' } },
      { MOZ_hubs_components: loop },
    );
    expect(leadWithAnimation(json, 2, false)).toEqual([]);
    expect(loop['loop-animation'].activeClipIndices.map((index) => nameAt(json, index))).toEqual(['a', 'c']);
    expect(nameAt(json, map.bindings[0].animations[0])).toBe('b');
    expect((json.extensions as Record<string, object>).VENDOR_player).toEqual({ plays: '/animations/2' });
  });

  test.each([
    ['an unknown extension with a number that may be a clip', { VENDOR_states: { states: [{ motion: 2 }] } }],
    [
      'a number that is computed',
      {
        KHR_interactivity: {
          graphs: [
            {
              declarations: [{ op: 'animation/start' }],
              nodes: [{ declaration: 0, values: { animation: { node: 1 } } }],
            },
          ],
        },
      },
    ],
    [
      'a pointer that is filled in',
      { KHR_interactivity: { nodes: [{ pointer: '/animations/{which}/time' }] } },
    ],
  ])('%s: the order is kept, with a warning', (_, extensions) => {
    const json = buildFile(extensions);
    const before = structuredClone(json);
    const [warning, ...others] = leadWithAnimation(json, 3, false);
    expect(others).toEqual([]);
    expect(warning).toContain(`"d" stays number 3, since ${Object.keys(extensions)[0]} may name clips`);
    expect(json).toEqual(before);
  });

  test('extensions without animations do not prevent it, and indices beyond the clips are ignored', () => {
    const json = buildFile(
      { VRM: { humanoid: { humanBones: [{ node: 1 }] } }, VENDOR_date: { year: 2026 } },
      { KHR_lights_punctual: { light: 0 } },
    );
    expect(leadWithAnimation(json, 3, false)).toEqual([]);
    expect(nameAt(json, 0)).toBe('d');
  });

  test('no reference exists to a new clip', () => {
    const vendor = { VENDOR_states: { motion: 3 } };
    expect(leadWithAnimation(buildFile(vendor), 3, false)).toHaveLength(1);
    expect(leadWithAnimation(buildFile(vendor), 3, true)).toEqual([]);
  });
});
