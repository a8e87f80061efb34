import { norm } from '../../geometry/vector.ts';
import { InputError } from '../../input-error.ts';
import type { RigNode } from '../../motion/rig.ts';
import type { SpringBones, SpringCollider, SpringJoint } from '../../motion/springs/spring-bones.ts';
import type { JsonValue } from './json-value.ts';

type Triple = [number, number, number];

/** Length that VRM 0 defines for the last bone of a chain, m. */
const lastLength = 0.07;

/**
 * Reads the spring bones of a character: VRMC_springBone of VRM 1, or the secondaryAnimation of VRM 0. Returns null if it has none.
 * References to missing nodes occur in real files, so they are left out with a warning. If a value is invalid, the character is read
 * without spring bones, with a warning.
 */
export function readSpringBones(
  root: JsonValue,
  nodes: readonly RigNode[],
  warnings: string[],
): SpringBones | null {
  try {
    return readEither(root, nodes, warnings);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    warnings.push(`its spring bones are not simulated: ${error.message}`);
    return null;
  }
}

function readEither(root: JsonValue, nodes: readonly RigNode[], warnings: string[]): SpringBones | null {
  const current = root.extension('VRMC_springBone');
  if (!current.absent) return new SpringReader(root, nodes, warnings).readVersion1(current);
  const older = root.extension('VRM');
  const second = older.absent ? older : older.get('secondaryAnimation');
  return second.absent ? null : new SpringReader(root, nodes, warnings).readVersion0(second);
}

class SpringReader {
  private readonly colliders: SpringCollider[] = [];
  private readonly joints: SpringJoint[] = [];
  private readonly used = new Set<number>();

  constructor(
    private readonly root: JsonValue,
    private readonly nodes: readonly RigNode[],
    private readonly warnings: string[],
  ) {}

  readVersion1(extension: JsonValue): SpringBones | null {
    const colliders = extension
      .get('colliders')
      .items()
      .map((collider) => this.add(this.readCollider(collider)));
    const groups = extension
      .get('colliderGroups')
      .items()
      .map((group) => this.pick(group.get('colliders'), colliders, 'collider').flat());
    for (const spring of extension.get('springs').items()) {
      const touched = this.pick(spring.get('colliderGroups'), groups, 'collider group').flat();
      const center = this.readCenter(spring);
      const joints = spring.get('joints').items();
      for (const [k, joint] of joints.slice(0, -1).entries()) {
        if (!joint.extension('VRMC_springBone_limit').absent) {
          this.warn(joint, 'its limit of rotation (VRMC_springBone_limit) is ignored');
        }
        const node = this.node(joint.get('node'));
        const child = this.node(joints[k + 1].get('node'));
        if (node === null || child === null) continue;
        const power = orDefault(joint.get('gravityPower'), 0);
        const direction = vector(joint.get('gravityDir'), [0, -1, 0]);
        this.addJoint(joint, {
          node,
          tail: [...this.nodes[child].translation],
          stiffness: orDefault(joint.get('stiffness'), 1),
          gravity: [power * direction[0], power * direction[1], power * direction[2]],
          drag: orDefault(joint.get('dragForce'), 0.5),
          radius: orDefault(joint.get('hitRadius'), 0),
          center,
          colliders: touched,
        });
      }
    }
    return this.result('1');
  }

  readVersion0(extension: JsonValue): SpringBones | null {
    const groups = extension
      .get('colliderGroups')
      .items()
      .map((group) => {
        const node = this.node(group.get('node'));
        if (node === null) return [];
        return group
          .get('colliders')
          .items()
          .flatMap((collider) => {
            // VRM 0 stores the offsets of colliders with the z axis of Unity, which is the opposite of that of glTF.
            const [x, y, z] = namedVector(collider.get('offset'), [0, 0, 0]);
            const radius = orDefault(collider.get('radius'), 0);
            return this.add({ ...sphere, node, offset: [x, y, -z], radius });
          });
      });
    for (const group of extension.get('boneGroups').items()) {
      const touched = this.pick(group.get('colliderGroups'), groups, 'collider group').flat();
      const power = orDefault(group.get('gravityPower'), 0);
      const direction = namedVector(group.get('gravityDir'), [0, -1, 0]);
      const common = {
        // This spelling is that of the format.
        stiffness: orDefault(group.get('stiffiness'), 1),
        gravity: [power * direction[0], power * direction[1], power * direction[2]] as Triple,
        drag: orDefault(group.get('dragForce'), 0.4),
        radius: orDefault(group.get('hitRadius'), 0),
        center: this.readCenter(group),
        colliders: touched,
      };
      for (const bone of group.get('bones').items()) {
        const first = this.node(bone);
        if (first !== null) this.addTree(bone, first, common);
      }
    }
    return this.result('0');
  }

  /** Adds a joint of VRM 0 and all of its descendants. The tail of each is its first child, or is 7 cm away for the last one of a chain. */
  private addTree(source: JsonValue, first: number, common: Omit<SpringJoint, 'node' | 'tail'>): void {
    const sources = this.root.get('nodes').items();
    const open = [first];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const children = sources[node].get('children').items();
      for (const child of children) open.push(child.index(this.nodes.length, 'nodes'));
      const { translation } = this.nodes[children.length > 0 ? (children[0].value as number) : node];
      const scale = children.length > 0 ? 1 : lastLength / (norm(translation) || 1);
      const tail: Triple = [scale * translation[0], scale * translation[1], scale * translation[2]];
      this.addJoint(source, { ...common, node, tail });
    }
  }

  private addJoint(source: JsonValue, joint: SpringJoint): void {
    const { name, parent } = this.nodes[joint.node];
    const reason = this.used.has(joint.node)
      ? 'it swings already'
      : parent < 0
        ? 'it has no parent'
        : norm(joint.tail) === 0
          ? 'its bone has no length'
          : null;
    if (reason !== null) {
      this.warn(source, `the joint ${name || joint.node} is not simulated as a spring bone: ${reason}`);
      return;
    }
    this.used.add(joint.node);
    this.joints.push(joint);
  }

  private readCollider(collider: JsonValue): SpringCollider | null {
    const node = this.node(collider.get('node'));
    if (node === null) return null;
    const extended = collider.extension('VRMC_springBone_extended_collider');
    const shape = (extended.absent ? collider : extended).get('shape');
    for (const kind of ['sphere', 'capsule', 'plane'] as const) {
      const source = shape.absent ? shape : shape.get(kind);
      if (source.absent) continue;
      return {
        node,
        shape: kind,
        offset: vector(source.get('offset'), [0, 0, 0]),
        radius: orDefault(source.get('radius'), 0),
        tail: vector(source.get('tail'), [0, 0, 0]),
        normal: vector(source.get('normal'), [0, 0, 1]),
        isInside: source.get('inside').value === true,
      };
    }
    this.warn(collider, 'it has no shape, so nothing collides with it');
    return null;
  }

  /** Adds a collider. Returns its index in a list, or an empty list if there is none. */
  private add(collider: SpringCollider | null): number[] {
    return collider ? [this.colliders.push(collider) - 1] : [];
  }

  private readCenter(source: JsonValue): number {
    const center = source.get('center');
    // VRM 0 writes −1 if there is none.
    return center.absent || center.value === -1 ? -1 : (this.node(center) ?? -1);
  }

  /** Returns the node that a value names; null, with a warning, if there is none. */
  private node(reference: JsonValue): number | null {
    const [found] = this.pickOne(reference, [...this.nodes.keys()], 'node');
    return found ?? null;
  }

  private pick<Entry>(references: JsonValue, entries: readonly Entry[], kind: string): Entry[] {
    return references.items().flatMap((reference) => this.pickOne(reference, entries, kind));
  }

  private pickOne<Entry>(reference: JsonValue, entries: readonly Entry[], kind: string): Entry[] {
    const { value } = reference;
    if (typeof value === 'number' && Object.hasOwn(entries, value)) return [entries[value]];
    this.warn(reference, `there is no ${kind} ${value}; what needs it is left out`);
    return [];
  }

  private warn(source: JsonValue, message: string): void {
    this.warnings.push(`${source.path}: ${message}`);
  }

  private result(version: SpringBones['version']): SpringBones | null {
    const { joints, colliders } = this;
    return joints.length > 0 ? { version, joints, colliders } : null;
  }
}

const sphere = {
  shape: 'sphere',
  tail: [0, 0, 0],
  normal: [0, 0, 1],
  isInside: false,
} as const;

function orDefault(value: JsonValue, fallback: number): number {
  return value.absent ? fallback : value.number();
}

function vector(value: JsonValue, fallback: Triple): Triple {
  return value.absent ? fallback : (value.numbers(3) as Triple);
}

/** Reads a vector with members x, y, z. */
function namedVector(value: JsonValue, fallback: Triple): Triple {
  if (value.absent) return fallback;
  return [orDefault(value.get('x'), 0), orDefault(value.get('y'), 0), orDefault(value.get('z'), 0)];
}
