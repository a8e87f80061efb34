import {
  composeMatrix,
  createMatrix,
  invertMatrix,
  multiplyMatrices,
  transformPoint,
} from '../../../math/matrix.ts';
import { readWithThree } from './read-usd.ts';

type Numbers = ArrayLike<number>;
type Specs = ReturnType<typeof readWithThree>;

/** A binary layer as three.js reads it, with values at time codes as the documentation of USD defines them. For tests. */
export class UsdReading {
  readonly specs: Specs;

  constructor(bytes: Uint8Array) {
    this.specs = readWithThree(bytes);
  }

  /** Returns the paths of all prims of a type. */
  prims(typeName: string): string[] {
    return Object.keys(this.specs).filter(
      (path) => this.specs[path].fields.typeName === typeName && !path.includes('.'),
    );
  }

  /** Returns the value of an attribute at a time code. Numbers are interpolated linearly between samples. Undefined if it has none. */
  at(path: string, time = 1): unknown {
    const fields = this.specs[path]?.fields;
    const samples = fields?.timeSamples as { times: number[]; values: unknown[] } | undefined;
    if (!samples) return fields?.default;
    const { times, values } = samples;
    const after = times.findIndex((other) => other >= time - 1e-9);
    if (after < 0) return values[values.length - 1];
    if (after === 0 || Math.abs(times[after] - time) < 1e-9) return values[after];
    const s = (time - times[after - 1]) / (times[after] - times[after - 1]);
    const [a, b] = [values[after - 1], values[after]] as [Numbers, Numbers];
    return Array.from(a, (value, k) => value + (b[k] - value) * s);
  }

  /** Returns the targets of a relationship. */
  targets(path: string): readonly string[] {
    return (this.specs[path]?.fields.targetPaths ?? []) as readonly string[];
  }

  /** Returns the transform of a prim to the root of the layer at a time code, column-major. */
  worldOf(path: string, time: number): Float64Array {
    const world = createMatrix();
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const own = this.localOf(path.slice(0, end), time);
      const before = world.slice();
      multiplyMatrices(world, 0, own, 0, before, 0);
    }
    return world;
  }

  /** Returns the positions of a mesh in the root of the layer, after blend shapes and skeleton. */
  pointsOf(path: string, time: number): Float64Array {
    const rest = Float64Array.from(this.at(`${path}.points`, time) as Numbers);
    this.addShapes(rest, path, time, 'offsets');
    const [skeleton] = this.targets(`${path}.skel:skeleton`);
    const out = new Float64Array(rest.length);
    const point = [0, 0, 0];
    if (!skeleton) {
      const world = this.worldOf(path, time);
      for (let k = 0; k < rest.length; k += 3) {
        transformPoint(point, world, rest.subarray(k, k + 3));
        out.set(point, k);
      }
      return out;
    }
    const matrices = this.jointMatrices(skeleton, time);
    const bound = matrixOf(this.at(`${path}.primvars:skel:geomBindTransform`) as Numbers);
    const indices = this.at(`${path}.primvars:skel:jointIndices`) as Numbers;
    const weights = this.at(`${path}.primvars:skel:jointWeights`) as Numbers;
    const fields = this.specs[`${path}.primvars:skel:jointIndices`].fields;
    const size = fields.elementSize as number;
    const isPerVertex = fields.interpolation === 'vertex';
    const world = this.worldOf(skeleton, time);
    const skinned = [0, 0, 0];
    for (let vertex = 0; vertex < rest.length / 3; vertex++) {
      const place = [0, 0, 0];
      transformPoint(point, bound, rest.subarray(3 * vertex, 3 * vertex + 3));
      for (let k = 0; k < size; k++) {
        const at = isPerVertex ? size * vertex + k : k;
        if (weights[at] === 0) continue;
        transformPoint(skinned, matrices, point, 16 * indices[at]);
        for (let axis = 0; axis < 3; axis++) place[axis] += weights[at] * skinned[axis];
      }
      transformPoint(point, world, place);
      out.set(point, 3 * vertex);
    }
    return out;
  }

  /** Returns the unit normals of a mesh in the root of the layer, after blend shapes and skeleton. It must have one skeleton, and no shear. */
  normalsOf(path: string, time: number): Float64Array {
    const rest = Float64Array.from(this.at(`${path}.normals`, time) as Numbers);
    this.addShapes(rest, path, time, 'normalOffsets');
    const [skeleton] = this.targets(`${path}.skel:skeleton`);
    const matrices = this.jointMatrices(skeleton, time);
    const bound = matrixOf(this.at(`${path}.primvars:skel:geomBindTransform`) as Numbers);
    const indices = this.at(`${path}.primvars:skel:jointIndices`) as Numbers;
    const weights = this.at(`${path}.primvars:skel:jointWeights`) as Numbers;
    const size = this.specs[`${path}.primvars:skel:jointIndices`].fields.elementSize as number;
    const world = this.worldOf(skeleton, time);
    const blended = createMatrix();
    const inverse = createMatrix();
    const out = new Float64Array(rest.length);
    for (let vertex = 0; vertex < rest.length / 3; vertex++) {
      blended.fill(0);
      for (let k = size * vertex; k < size * (vertex + 1); k++)
        for (let e = 0; e < 16; e++) blended[e] += weights[k] * matrices[16 * indices[k] + e];
      const placed = createMatrix();
      multiplyMatrices(placed, 0, world, 0, blended, 0);
      const whole = createMatrix();
      multiplyMatrices(whole, 0, placed, 0, bound, 0);
      invertMatrix(inverse, whole);
      const [x, y, z] = rest.subarray(3 * vertex, 3 * vertex + 3);
      const turned = [0, 1, 2].map(
        (c) => inverse[4 * c] * x + inverse[4 * c + 1] * y + inverse[4 * c + 2] * z,
      );
      const length = Math.hypot(...turned) || 1;
      for (let c = 0; c < 3; c++) out[3 * vertex + c] = turned[c] / length;
    }
    return out;
  }

  private addShapes(
    points: Float64Array,
    path: string,
    time: number,
    kind: 'offsets' | 'normalOffsets',
  ): void {
    const names = this.at(`${path}.skel:blendShapes`) as readonly string[] | undefined;
    if (!names) return;
    const [skeleton] = this.targets(`${path}.skel:skeleton`);
    const [motion] = this.targets(`${skeleton}.skel:animationSource`);
    const all = this.at(`${motion}.blendShapes`) as readonly string[];
    const weights = this.at(`${motion}.blendShapeWeights`, time) as Numbers;
    const targets = this.targets(`${path}.skel:blendShapeTargets`);
    names.forEach((name, shape) => {
      const weight = weights[all.indexOf(name)];
      const offsets = this.at(`${targets[shape]}.${kind}`) as Numbers | undefined;
      if (!offsets) return;
      const indices = this.at(`${targets[shape]}.pointIndices`) as Numbers;
      for (let k = 0; k < indices.length; k++)
        for (let axis = 0; axis < 3; axis++) points[3 * indices[k] + axis] += weight * offsets[3 * k + axis];
    });
  }

  /** Returns for each joint of a skeleton the transform from the bind pose to the pose at a time code, in the space of the skeleton. */
  private jointMatrices(skeleton: string, time: number): Float64Array {
    const joints = this.at(`${skeleton}.joints`) as readonly string[];
    const bind = (this.at(`${skeleton}.bindTransforms`) as Numbers[]) ?? [];
    const [motion] = this.targets(`${skeleton}.skel:animationSource`);
    const moved = this.at(`${motion}.joints`) as readonly string[];
    const [translations, rotations, scales] = ['translations', 'rotations', 'scales'].map(
      (name) => this.at(`${motion}.${name}`, time) as Numbers,
    );
    const posed = new Float64Array(16 * joints.length);
    const out = new Float64Array(16 * joints.length);
    const local = createMatrix();
    const inverse = createMatrix();
    joints.forEach((joint, k) => {
      const at = moved.indexOf(joint);
      composeMatrix(local, 0, translations, 3 * at, normalized(rotations, 4 * at), 0, scales, 3 * at);
      const parent = joints.indexOf(joint.slice(0, joint.lastIndexOf('/')));
      if (parent < 0) posed.set(local, 16 * k);
      else multiplyMatrices(posed, 16 * k, posed, 16 * parent, local, 0);
      invertMatrix(inverse, flat(bind).subarray(16 * k, 16 * k + 16));
      multiplyMatrices(out, 16 * k, posed, 16 * k, inverse, 0);
    });
    return out;
  }

  private localOf(path: string, time: number): Float64Array {
    const out = createMatrix();
    for (const op of (this.at(`${path}.xformOpOrder`) ?? []) as readonly string[]) {
      const value = this.at(`${path}.${op}`, time) as Numbers;
      const m = createMatrix();
      if (op === 'xformOp:transform') m.set(Array.from(value));
      else
        composeMatrix(
          m,
          0,
          op === 'xformOp:translate' ? value : [0, 0, 0],
          0,
          op === 'xformOp:orient' ? value : [0, 0, 0, 1],
          0,
          op === 'xformOp:scale' ? value : [1, 1, 1],
          0,
        );
      const before = out.slice();
      multiplyMatrices(out, 0, before, 0, m, 0);
    }
    return out;
  }
}

function normalized(values: Numbers, at: number): number[] {
  const q = [0, 1, 2, 3].map((c) => values[at + c]);
  const length = Math.hypot(...q);
  return q.map((value) => value / length);
}

function matrixOf(values: Numbers | undefined): Float64Array {
  return values ? Float64Array.from(values) : createMatrix();
}

/** three.js returns lists of matrices as lists of lists, or as one list. */
function flat(values: readonly Numbers[] | Numbers): Float64Array {
  return Float64Array.from(
    Array.from(values as readonly Numbers[]).flatMap((value) =>
      typeof value === 'number' ? [value] : [...Array.from(value)],
    ),
  );
}
