import type { Clip, ClipChannel, RigNode } from '../../motion/rig.ts';
import type { Accessors } from './accessors.ts';
import { JsonValue } from './json-value.ts';

const widths: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3 };

/** Reads all animations. Channels refer to nodes by index. Channels that cannot be used are omitted with a warning. */
export function readClips(
  root: JsonValue,
  nodes: readonly RigNode[],
  accessors: Accessors,
  warnings: string[],
): Clip[] {
  return root
    .get('animations')
    .items()
    .map((animation) => {
      const channels: ClipChannel[] = [];
      const samplers = animation.get('samplers').items();
      const taken = new Set<string>();
      for (const source of animation.get('channels').items()) {
        const channel = readChannel(source, samplers, nodes, accessors, warnings);
        if (!channel) continue;
        const target = `${channel.node}.${channel.path}`;
        if (taken.has(target)) {
          warnings.push(
            `${source.path}: node ${channel.node} has a channel for ${channel.path} already; left out`,
          );
          continue;
        }
        taken.add(target);
        channels.push(channel);
      }
      const moving = channels.filter((channel) => channel.times.length > 0);
      return {
        name: animation.get('name').text(),
        start: moving.reduce(
          (start, { times }) => Math.min(start, times[0]),
          moving.length > 0 ? Infinity : 0,
        ),
        end: moving.reduce(
          (end, { times }) => Math.max(end, times[times.length - 1]),
          moving.length > 0 ? -Infinity : 0,
        ),
        channels: moving,
      };
    });
}

function readChannel(
  source: JsonValue,
  samplers: readonly JsonValue[],
  nodes: readonly RigNode[],
  accessors: Accessors,
  warnings: string[],
): ClipChannel | null {
  const { path, reference } = findTarget(source.get('target'));
  if (path !== 'translation' && path !== 'rotation' && path !== 'scale' && path !== 'weights') {
    warnings.push(`${source.path}: it moves "${path}", which is not part of a pose; it is omitted`);
    return null;
  }
  if (reference.absent) {
    warnings.push(`${source.path}: it names no node; it is omitted`);
    return null;
  }
  const node = reference.index(nodes.length, 'nodes');
  const width = path === 'weights' ? nodes[node].weights.length : widths[path];
  if (width === 0) {
    warnings.push(`${source.path}: node ${node} has no morph targets; it is omitted`);
    return null;
  }
  const sampler = samplers[source.get('sampler').index(samplers.length, 'samplers')];
  const interpolation = sampler.get('interpolation').text() || 'LINEAR';
  if (interpolation !== 'STEP' && interpolation !== 'LINEAR' && interpolation !== 'CUBICSPLINE') {
    throw sampler.get('interpolation').unexpected('STEP, LINEAR or CUBICSPLINE');
  }
  const times = accessors.readFloats(sampler.get('input'), 'SCALAR');
  const output = sampler.get('output');
  // For weights, one element of the accessor is one weight of a key. For other properties it is a whole vector.
  const elementsPerKey = (path === 'weights' ? width : 1) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  const count = accessors.count(output);
  if (count !== times.length * elementsPerKey) {
    const suffix = interpolation === 'CUBICSPLINE' ? ' with CUBICSPLINE' : '';
    throw accessors
      .find(output)
      .fault(
        `expected ${times.length * elementsPerKey} elements (${times.length} keys × ${elementsPerKey}, for ${path}${suffix}), got ${count}`,
      );
  }
  const values = accessors.readFloats(output, path === 'weights' ? 'SCALAR' : width === 4 ? 'VEC4' : 'VEC3');
  const stride = times.length > 0 ? values.length / times.length : 0;
  const kept = keepRisingKeys(times, accessors.find(sampler.get('input')), warnings);
  return { node, path, interpolation, width, ...pickKeys(kept, times, values, stride) };
}

/**
 * Returns the property that a channel animates. If the channel has a pointer (KHR_animation_pointer) to a property of a node's pose, this
 * property is returned. Otherwise the pointer itself is returned.
 */
function findTarget(target: JsonValue): { path: string; reference: JsonValue } {
  const path = target.get('path').text();
  const reference = target.get('node');
  const extension = target.extension('KHR_animation_pointer');
  if (path !== 'pointer' || extension.absent) return { path, reference };
  const pointer = extension.get('pointer');
  const parts = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/.exec(pointer.text());
  if (!parts) return { path: pointer.text(), reference };
  return { path: parts[2], reference: new JsonValue(target.file, pointer.path, Number(parts[1])) };
}

/**
 * Returns the indices of the keys that are used, so that times strictly increase: of several keys with the same time, the last one. Throws
 * InputError for decreasing times.
 */
function keepRisingKeys(times: Float32Array, input: JsonValue, warnings: string[]): number[] {
  const kept: number[] = [];
  for (let key = 0; key < times.length; key++) {
    if (key > 0 && times[key] < times[key - 1]) {
      throw input.fault(
        `expected key times that increase, got ${times[key]} s after ${times[key - 1]} s at key ${key}`,
      );
    }
    if (key > 0 && times[key] === times[key - 1]) kept.pop();
    kept.push(key);
  }
  if (kept.length < times.length) {
    warnings.push(
      `${input.path}: ${times.length - kept.length} keys have the same time as the next one; they are omitted`,
    );
  }
  return kept;
}

function pickKeys(
  kept: readonly number[],
  times: Float32Array,
  values: Float32Array,
  stride: number,
): { times: Float64Array; values: Float32Array } {
  if (kept.length === times.length) return { times: Float64Array.from(times), values };
  const picked = new Float32Array(kept.length * stride);
  kept.forEach((key, index) => {
    picked.set(values.subarray(key * stride, (key + 1) * stride), index * stride);
  });
  return { times: Float64Array.from(kept, (key) => times[key]), values: picked };
}
