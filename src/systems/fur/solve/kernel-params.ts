import { InputError, type InputFault } from '../../../input-error.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { FurParamsRecord } from '../records.generated.ts';

/** Forces on fur. They are the same for all strands. */
export interface FurForces {
  /** Stiffness of the spring from root to tip, N/m. > 0. */
  readonly stiffness: number;
  /** Stiffness of the springs between tips, N/m. ≥ 0. Only prisms have them. */
  readonly edgeStiffness: number;
  /** Weight w of the restoring force, N. ≥ 0. */
  readonly restoring: number;
  /**
   * Restoring force: eq. 5 as `printed`, or `corrected`. The corrected force also acts near the rest shape, does not compress the
   * strand, and keeps it above the skin.
   */
  readonly form: 'corrected' | 'printed';
  /** β: fraction of the restoring force that does not vanish near the rest shape. 0 to 1. Ignored by `printed`. */
  readonly restStiffness: number;
  /** Maximum angle between a strand and its normal, rad. 0 to π. Ignored by `printed`. */
  readonly maxLean: number;
  /** Damping of the motion relative to the skin, 1/s. ≥ 0. */
  readonly damping: number;
  /** Air drag c, N per m/s. ≥ 0. */
  readonly airDrag: number;
  /** Uniform wind, m/s. The drag of air that moves otherwise is given to the solver as pushes: c · (velocity of the air − this wind). */
  readonly wind: readonly [number, number, number];
  /** Gravity, m/s². */
  readonly gravity: readonly [number, number, number];
}

/** With these forces, strands of 1 m and 1 kg return from 60° to within 1° in about 1.5 s. No gravity, no wind. */
export const defaultForces: FurForces = {
  stiffness: 1000,
  edgeStiffness: 100,
  restoring: 50,
  form: 'corrected',
  restStiffness: 0.1,
  maxLean: (85 * Math.PI) / 180,
  damping: 6,
  airDrag: 0,
  wind: [0, 0, 0],
  gravity: [0, 0, 0],
};

/** Throws an `InputError` that lists every invalid force. */
export function checkForces(forces: FurForces): void {
  const faults: InputFault[] = [];
  const expectThat = (isGood: boolean, name: keyof FurForces, expectation: string) => {
    if (!isGood)
      faults.push({ path: `forces.${name}`, message: `expected ${expectation}, got ${forces[name]}` });
  };
  const { stiffness, form, restStiffness, maxLean, wind, gravity } = forces;
  expectThat(stiffness > 0 && Number.isFinite(stiffness), 'stiffness', 'N/m > 0; 1000 holds 1 kg strands');
  for (const name of ['edgeStiffness', 'restoring', 'damping', 'airDrag'] as const) {
    expectThat(forces[name] >= 0 && Number.isFinite(forces[name]), name, 'a number ≥ 0; 0 is none of it');
  }
  expectThat(form === 'corrected' || form === 'printed', 'form', "'corrected' or 'printed'");
  expectThat(
    restStiffness >= 0 && restStiffness <= 1,
    'restStiffness',
    'a fraction from 0 to 1; 0.1 is usual',
  );
  expectThat(maxLean >= 0 && maxLean <= Math.PI, 'maxLean', 'an angle from 0 to π rad; 85° is 1.4835');
  expectThat(wind.length === 3 && wind.every(Number.isFinite), 'wind', 'three finite numbers in m/s');
  expectThat(
    gravity.length === 3 && gravity.every(Number.isFinite),
    'gravity',
    'three finite numbers in m/s²',
  );
  if (faults.length > 0) throw new InputError(faults);
}

/** Writes the parameters of the kernel. dt in s, > 0. */
export function writeParams(out: FurParamsRecord, forces: FurForces, dt: number): void {
  const isPrinted = forces.form === 'printed';
  out.dt = dt;
  out.stiffness = forces.stiffness;
  out.restoring = forces.restoring;
  out.restFraction = isPrinted ? 0 : forces.restStiffness;
  out.isPrinted = isPrinted ? 1 : 0;
  out.damping = forces.damping;
  out.airDrag = forces.airDrag;
  out.wind.set(forces.wind);
  out.gravity.set(forces.gravity);
  // No cosine is less than −2, so there is no limit.
  out.cosLimit = isPrinted ? -2 : cos(forces.maxLean);
  out.sinLimit = isPrinted ? 0 : sin(forces.maxLean);
  out.edgeStiffness = forces.edgeStiffness;
}
