import { clamp } from '../../math/clamp.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import { type Expression, type ExpressionKind, expressionKinds } from '../expressions.ts';
import { Pose } from '../pose.ts';
import type { Clip, ClipChannel, Rig } from '../rig.ts';
import { sampleClip } from '../sample-clip.ts';

/** Keys per second where weights do not change linearly between the keys of the animation. */
const keyRate = 60;

/** The facial expressions of a clip of a VRM animation, as weights of a character's morph targets. */
export interface RetargetedExpressions {
  readonly channels: readonly ClipChannel[];
  /** What the clip has and the character cannot show. */
  readonly warnings: readonly string[];
}

/**
 * Returns the expressions of a clip of a VRM animation as weights of the morph targets of a VRM character. Weights of several expressions are
 * added. Expressions that others block or weaken, and those that are either shown or not, follow the specification (VRMC_vrm 1.0, expressions).
 * The direction of the eyes is not retargeted.
 */
export function retargetExpressions(clip: Clip, source: Rig, target: Rig): RetargetedExpressions {
  const animated = source.animatedExpressions;
  if (!animated) return { channels: [], warnings: [] };
  const warnings: string[] = [];
  const keyed = new Map(
    clip.channels.flatMap((channel) =>
      channel.path === 'translation' || channel.path === 'rotation' ? [[channel.node, channel] as const] : [],
    ),
  );
  if (animated.lookAt !== null && keyed.has(animated.lookAt)) {
    warnings.push('moves the eyes (lookAt), which is left out: they look straight ahead');
  }
  const known = new Map((target.expressions ?? []).map((expression) => [expression.name, expression]));
  const shown = [...animated.nodes].flatMap(([name, node]) => {
    const channel = keyed.get(node);
    return channel ? [{ name, node, channel, expression: known.get(name) }] : [];
  });
  const missing = shown.filter(({ expression }) => !expression).map(({ name }) => name);
  if (missing.length > 0)
    warnings.push(`shows the expressions ${missing.join(', ')}, which the character does not have`);
  const used = shown.flatMap(({ node, channel, expression }) =>
    expression ? [{ node, channel, expression }] : [],
  );
  const painted = used.filter(({ expression }) => expression.changesMaterials);
  if (painted.length > 0) {
    const names = painted.map(({ expression }) => expression.name).join(', ');
    warnings.push(`shows the expressions ${names}, whose changes of materials are left out`);
  }
  return { channels: buildChannels(clip, source, target, used), warnings };
}

interface ShownExpression {
  readonly node: number;
  readonly channel: ClipChannel;
  readonly expression: Expression;
}

function buildChannels(
  clip: Clip,
  source: Rig,
  target: Rig,
  used: readonly ShownExpression[],
): ClipChannel[] {
  const moved = new Set(used.flatMap(({ expression }) => expression.binds.map(({ node }) => node)));
  if (moved.size === 0) return [];
  const times = findTimes(used);
  const channels = new Map(
    [...moved].map((node): [number, ClipChannel] => {
      const width = target.nodes[node].weights.length;
      const values = new Float32Array(width * times.length);
      return [node, { node, path: 'weights', interpolation: 'LINEAR', times, values, width }];
    }),
  );
  const pose = new Pose(source);
  for (const [key, time] of times.entries()) {
    sampleClip(clip, time, pose);
    const weights = used.map(({ node, expression }) => {
      const weight = clamp(pose.translation[3 * node], 0, 1);
      return expression.isBinary ? Number(weight > 0.5) : weight;
    });
    for (const [k, { expression }] of used.entries()) {
      let weight = weights[k] * findMultiplier(expression, used, weights);
      if (expression.isBinary && weight < 1) weight = 0;
      for (const bind of expression.binds) {
        const { values, width } = channels.get(bind.node)!;
        values[key * width + bind.target] += weight * bind.weight;
      }
    }
  }
  return [...channels.values()];
}

/** Returns the fraction of an expression that the others leave of it, 0 to 1. */
function findMultiplier(
  { name }: Expression,
  used: readonly ShownExpression[],
  weights: readonly number[],
): number {
  const kinds = Object.keys(expressionKinds) as ExpressionKind[];
  const kind = kinds.find((one) => expressionKinds[one].includes(name));
  if (!kind) return 1;
  const taken = used.map(({ expression }, k) => {
    const override = expression.overrides[kind];
    return override === 'block' ? Number(weights[k] > 0) : override === 'blend' ? weights[k] : 0;
  });
  return Math.max(0, 1 - taken.reduce((sum, part) => sum + part, 0));
}

/** Returns the times of all keys, with more between them unless the weights change linearly. Ascending. */
function findTimes(used: readonly ShownExpression[]): Float64Array {
  const times = new Set(used.flatMap(({ channel }) => [...channel.times]));
  const isLinear = used.every(
    ({ channel, expression: { isBinary, overrides } }) =>
      channel.interpolation === 'LINEAR' &&
      !isBinary &&
      Object.values(overrides).every((override) => override === 'none'),
  );
  if (!isLinear) {
    const [first, last] = [minOf(times), maxOf(times)];
    for (let k = Math.ceil(first * keyRate); k < last * keyRate; k++) times.add(k / keyRate);
  }
  return Float64Array.from(times).sort();
}
