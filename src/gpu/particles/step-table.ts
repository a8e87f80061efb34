import type { PreparedForce } from '../../systems/particles/forces/local-force.ts';
import type { KeyRun } from '../../systems/particles/keys/key-run.ts';
import { createStepLaw, type StepLaw } from '../../systems/particles/laws/step-law.ts';
import {
  fieldLayers,
  fieldRow,
  fieldSize,
  octaveBytes,
  octaveIndex,
} from '../../systems/particles/records.generated.ts';
import { lightOfColor } from '../../systems/particles/settings.ts';
import { WordList } from '../word-list.ts';
import { fieldWords, forceCodes, lookFlags, rowFlags, rowWords } from './wgsl/common.ts';

/** What a row does in a step. */
export interface CardRow {
  readonly law: StepLaw;
  /** 0 free, 1 led to a position, 2 led to a position and a velocity. */
  readonly kind: number;
  /** The row after the step. */
  readonly next: number;
  /** True if the step ends exactly at the target. */
  readonly snaps?: boolean;
  /** True if these particles do not take part in this step. */
  readonly isLeftOut?: boolean;
  /** Fraction of the remaining change of colour and size, and the offset of what they change to. */
  readonly fraction?: number;
  readonly look?: number;
  /** Growth of the variance by diffusion, m². */
  readonly growth?: number;
}

export const noLaw = createStepLaw();

/** What the shaders read in the steps of a frame: rows, forces, the fields of turbulence. Positions are relative to `origin`. */
export class StepTable {
  readonly words = new WordList();
  /** Offset of the words in the table on the card. */
  base = 1;
  private readonly field = new Float32Array(fieldWords);

  /** startTime: seconds; times on the card are relative to it. */
  constructor(
    private readonly origin: readonly number[],
    private readonly startTime: number,
  ) {}

  clear(): void {
    this.words.clear();
  }

  /** Offset of the next word. */
  get end(): number {
    return this.base + this.words.length;
  }

  /** Adds rows and returns their offset. uniform: the acceleration that is the same for all particles, m/s². */
  addRows(rows: readonly CardRow[], uniform: ArrayLike<number>): number {
    const { words } = this;
    const at = this.end;
    for (const { law, kind, next, snaps, isLeftOut, fraction = 0, look = 0, growth = 0 } of rows) {
      const { keep, force, pull, aim } = law;
      words.pushFloats([keep, force, pull, aim, force * uniform[0], force * uniform[1], force * uniform[2]]);
      const ignores = law.ignoresObstacles ? rowFlags.ignoresObstacles : 0;
      words.push(kind | ignores | (snaps ? rowFlags.snaps : 0) | (isLeftOut ? rowFlags.isLeftOut : 0));
      words.pushFloats([fraction, growth]);
      words.push(next, look);
    }
    if (this.end !== at + rowWords * rows.length) throw new Error('a row of the table has other fields');
    return at;
  }

  /** Adds the colour, opacity and size to which a key changes its members, and returns the offset. */
  addLook({ key: { params, goals } }: KeyRun, takesColors: boolean, gathers: boolean): number {
    const { words } = this;
    const at = this.end;
    const { rgb, opacity, size, ownRgb, ownOpacity } = lookFlags;
    let flags = goals && gathers ? lookFlags.gathers : 0;
    if (params.color) flags |= rgb;
    else if (takesColors) flags |= rgb | ownRgb;
    if (params.opacity !== undefined) flags |= opacity;
    else if (takesColors) flags |= opacity | ownOpacity;
    if (params.size !== undefined) flags |= size;
    words.push(flags);
    words.pushFloats(params.color ? lightOfColor(params.color) : [0, 0, 0]);
    words.pushFloats([params.opacity ?? 0, params.size ?? 0]);
    return at;
  }

  /** Adds the forces of a step, and returns their offset and number. */
  addForces(forces: Iterable<{ readonly prepared: PreparedForce; readonly mask: Float64Array | null }>): {
    readonly at: number;
    readonly count: number;
  } {
    const { words } = this;
    // Masks and fields come first, so that the forces follow each other.
    const list = [...forces].map(({ prepared, mask }) => {
      let own = 0;
      if (mask) {
        own = this.end;
        words.pushFloats(mask);
      }
      return {
        prepared,
        mask: own,
        field: prepared.kind === 'turbulence' ? this.addField(prepared.field) : 0,
      };
    });
    const at = this.end;
    for (const { prepared, mask, field } of list) {
      const lengthAt = words.length + 2;
      words.push(forceCodes[prepared.kind], mask, 0);
      this.addParams(prepared, field);
      words.view[lengthAt] = words.length - lengthAt - 1;
    }
    return { at, count: list.length };
  }

  private addParams(prepared: PreparedForce, field: number): void {
    const { words, origin } = this;
    const relative = (center: ArrayLike<number>) => origin.map((value, axis) => center[axis] - value);
    switch (prepared.kind) {
      case 'vortex': {
        const { center, axis, along, inward, inverseSquareRadius } = prepared.record;
        words.pushFloats([...relative(center), ...axis, along, inward, inverseSquareRadius]);
        break;
      }
      case 'attractor': {
        const { center, strength, squareRadius } = prepared.record;
        words.pushFloats([...relative(center), strength, squareRadius]);
        words.push(prepared.power);
        break;
      }
      case 'drag':
        words.pushFloats([prepared.record.coefficient, prepared.record.stepCoefficient]);
        break;
      case 'buoyancy': {
        const { acceleration, time, rate } = prepared.record;
        words.pushFloats([acceleration, time - this.startTime, rate]);
        break;
      }
      case 'wind': {
        const { acceleration, gustFraction, wave, shift } = prepared.record;
        const { gusts } = prepared;
        const period = gusts.length - 2;
        const phase = wave[0] * origin[0] + wave[1] * origin[1] + wave[2] * origin[2] - shift;
        words.pushFloats([
          ...acceleration,
          gustFraction,
          ...wave,
          -(phase - period * Math.floor(phase / period)),
        ]);
        words.pushFloats(gusts);
        break;
      }
      case 'turbulence':
        this.addOctaves(prepared.octaves, field);
    }
  }

  private addOctaves(octaves: Float64Array, field: number): void {
    const { words, origin } = this;
    const stride = octaveBytes / 8;
    words.push(octaves.length / stride, field);
    for (let o = 0; o < octaves.length; o += stride) {
      const matrix = octaves.subarray(o + octaveIndex.matrix, o + octaveIndex.matrix + 12);
      const offset = octaves.subarray(o + octaveIndex.offset, o + octaveIndex.offset + 3);
      const rotation = new Float32Array(octaves.buffer, octaves.byteOffset + 8 * o, 2 * stride).subarray(
        octaveIndex.rotation,
      );
      const axes = [0, 1, 2];
      for (const column of axes) words.pushFloats(axes.map((axis) => matrix[4 * column + axis]));
      words.pushFloats(
        axes.map((axis) => {
          const cells = axes.reduce(
            (sum, column) => sum + matrix[4 * column + axis] * origin[column],
            offset[axis],
          );
          return cells - fieldSize * Math.floor(cells / fieldSize);
        }),
      );
      for (const column of axes) words.pushFloats(axes.map((axis) => rotation[4 * column + axis]));
    }
  }

  /** Adds the coefficients of a field, without the repetitions that the CPU needs. */
  private addField(pairs: Float32Array): number {
    const { field, words } = this;
    const mask = fieldSize - 1;
    for (let component = 0; component < 3; component++) {
      for (let a = 0; a < fieldSize; a++) {
        for (let b = 0; b < fieldSize; b++) {
          const from = 2 * fieldRow * (b + fieldSize * (a + fieldLayers * component));
          const to = fieldSize * (((b + 1) & mask) + fieldSize * (a + fieldSize * component));
          for (let c = 0; c < fieldSize; c++) field[to + ((c + 1) & mask)] = pairs[from + 2 * c];
        }
      }
    }
    const at = this.end;
    words.pushFloats(field);
    return at;
  }
}
