import type {
  AnimatedExpressions,
  Expression,
  ExpressionBind,
  ExpressionOverride,
} from '../../motion/expressions.ts';
import type { RigNode } from '../../motion/rig.ts';
import { memberOf } from '../member-of.ts';
import type { JsonValue } from './json-value.ts';

/** The names in VRM 1 of the presets of VRM 0. */
const renamed: Readonly<Record<string, string>> = {
  a: 'aa',
  i: 'ih',
  u: 'ou',
  e: 'ee',
  o: 'oh',
  joy: 'happy',
  sorrow: 'sad',
  fun: 'relaxed',
  blink_l: 'blinkLeft',
  blink_r: 'blinkRight',
  lookup: 'lookUp',
  lookdown: 'lookDown',
  lookleft: 'lookLeft',
  lookright: 'lookRight',
};

/**
 * Reads the facial expressions of a VRM character. Empty if it has none. Morph targets that the file does not have, and values of the wrong
 * type, are left out, as by viewers.
 */
export function readExpressions(root: JsonValue, nodes: readonly RigNode[]): Expression[] {
  const extensions = root.get('extensions').value;
  const current = memberOf(memberOf(extensions, 'VRMC_vrm'), 'expressions');
  if (current !== undefined) return readVersion1(current, nodes);
  const groups = memberOf(memberOf(memberOf(extensions, 'VRM'), 'blendShapeMaster'), 'blendShapeGroups');
  const meshes = listOf(root.get('nodes').value).map((node) => memberOf(node, 'mesh'));
  return listOf(groups).flatMap((group) => readVersion0(group, meshes, nodes));
}

function readVersion1(expressions: unknown, nodes: readonly RigNode[]): Expression[] {
  return [memberOf(expressions, 'preset'), memberOf(expressions, 'custom')].flatMap((part) =>
    Object.entries(part ?? {}).map(([name, entry]): Expression => {
      const override = (kind: string): ExpressionOverride => {
        const value = memberOf(entry, `override${kind}`);
        return value === 'block' || value === 'blend' ? value : 'none';
      };
      return {
        name,
        isBinary: memberOf(entry, 'isBinary') === true,
        binds: listOf(memberOf(entry, 'morphTargetBinds')).flatMap((bind) =>
          readBind(memberOf(bind, 'node'), memberOf(bind, 'index'), memberOf(bind, 'weight'), nodes),
        ),
        overrides: { blink: override('Blink'), lookAt: override('LookAt'), mouth: override('Mouth') },
        changesMaterials: ['materialColorBinds', 'textureTransformBinds'].some(
          (list) => listOf(memberOf(entry, list)).length > 0,
        ),
      };
    }),
  );
}

function readVersion0(group: unknown, meshes: readonly unknown[], nodes: readonly RigNode[]): Expression[] {
  const [preset, own] = [memberOf(group, 'presetName'), memberOf(group, 'name')];
  const isPreset = typeof preset === 'string' && preset !== '' && preset !== 'unknown';
  const name = isPreset ? (renamed[preset] ?? preset) : own;
  if (typeof name !== 'string') return [];
  const binds = listOf(memberOf(group, 'binds')).flatMap((bind) => {
    const weight = memberOf(bind, 'weight');
    // A bind names a mesh, which several nodes may have. Its weight is in percent.
    return meshes.flatMap((mesh, node) =>
      mesh !== undefined && mesh === memberOf(bind, 'mesh')
        ? readBind(node, memberOf(bind, 'index'), typeof weight === 'number' ? weight / 100 : weight, nodes)
        : [],
    );
  });
  return [
    {
      name,
      isBinary: memberOf(group, 'isBinary') === true,
      binds,
      overrides: { blink: 'none', lookAt: 'none', mouth: 'none' },
      changesMaterials: listOf(memberOf(group, 'materialValues')).length > 0,
    },
  ];
}

function readBind(
  node: unknown,
  target: unknown,
  weight: unknown,
  nodes: readonly RigNode[],
): ExpressionBind[] {
  if (typeof node !== 'number' || typeof target !== 'number' || typeof weight !== 'number') return [];
  const count = nodes[node]?.weights.length ?? 0;
  return Number.isInteger(target) && target >= 0 && target < count ? [{ node, target, weight }] : [];
}

/** Reads which nodes of a VRM animation hold expressions. Null if the file is no such animation, or has none. */
export function readAnimatedExpressions(root: JsonValue, nodeCount: number): AnimatedExpressions | null {
  const animation = memberOf(root.get('extensions').value, 'VRMC_vrm_animation');
  const nodeOf = (entry: unknown): number | null => {
    const node = memberOf(entry, 'node');
    const isNode = typeof node === 'number' && Number.isInteger(node) && node >= 0 && node < nodeCount;
    return isNode ? node : null;
  };
  const nodes = new Map<string, number>();
  for (const part of ['preset', 'custom']) {
    const entries = memberOf(memberOf(animation, 'expressions'), part);
    for (const [name, entry] of Object.entries(entries ?? {})) {
      const node = nodeOf(entry);
      if (node !== null) nodes.set(name, node);
    }
  }
  const lookAt = nodeOf(memberOf(animation, 'lookAt'));
  return nodes.size > 0 || lookAt !== null ? { nodes, lookAt } : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
