import { InputError, type InputFault } from '../../../input-error.ts';
import { cos, sin } from '../../../math/portable.ts';
import type { FurParamsRecord } from '../records.generated.ts';

/** What acts on fur, the same for all strands. */
export interface FurForces {
  /** Spring from root to tip, N/m. > 0. */
  readonly stiffness: number;
  /** Springs between tips, N/m. ≥ 0; only prisms have them. */
  readonly edgeStiffness: number;
  /** Weight w of the force that restores, N. ≥ 0. */
  readonly restoring: number;
  /** Eq. 5 as `printed`, or `corrected`: stiff at rest too, no pressing, no way through the skin. */
  readonly form: 'corrected' | 'printed';
  /** β: share of the restoring force that does not fade near rest. 0..1; `printed` has none. */
  readonly restStiffness: number;
  /** Largest angle between a strand and its normal, rad. 0..π; `printed` has none. */
  readonly maxLean: number;
  /** Against motion relative to the skin, 1/s. ≥ 0. */
  readonly damping: number;
  /** Air drag c, N per m/s. ≥ 0. */
  readonly airDrag: number;
  /** m/s. Wind that differs from place to place belongs in the pushes, as c times what it is more than this. */
  readonly wind: readonly [number, number, number];
  /** m/s². */
  readonly gravity: readonly [number, number, number];
}

/** Strands of 1 m and 1 kg that come back from 60° to within 1° in about 1.5 s. No gravity, no wind. */
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

/** Throws an InputError that names every force that no fur can have. */
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
  expectThat(restStiffness >= 0 && restStiffness <= 1, 'restStiffness', 'a share from 0 to 1; 0.1 is usual');
  expectThat(maxLean >= 0 && maxLean <= Math.PI, 'maxLean', 'an angle from 0 to π rad; 85° is 1.4835');
  expectThat(wind.length === 3 && wind.every(Number.isFinite), 'wind', 'three finite numbers in m/s');
  expectThat(
    gravity.length === 3 && gravity.every(Number.isFinite),
    'gravity',
    'three finite numbers in m/s²',
  );
  if (faults.length > 0) throw new InputError(faults);
}

/** Writes what the kernel reads. dt in s, > 0. */
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
  // Less than every cosine: no limit.
  out.cosLimit = isPrinted ? -2 : cos(forces.maxLean);
  out.sinLimit = isPrinted ? 0 : sin(forces.maxLean);
  out.edgeStiffness = forces.edgeStiffness;
}
