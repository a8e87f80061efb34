/**
 * Published joint angles of running and walking, as Fourier series over the gait cycle.
 *
 * Running: means of 28 runners at 3.5 m/s on a treadmill. R. K. Fukuchi, C. A. Fukuchi, M. Duarte, A public dataset of
 * running biomechanics and the effects of running speed on lower extremity kinematics and kinetics, PeerJ 5:e3298 (2017),
 * data doi:10.6084/m9.figshare.4543435, CC BY 4.0. Segment angles were taken from the markers against the vertical.
 * Walking: means at 1.26 m/s on a treadmill. C. A. Fukuchi, R. K. Fukuchi, M. Duarte, A public dataset of overground and
 * treadmill walking kinematics and kinetics in healthy individuals, PeerJ 6:e4640 (2018),
 * data doi:10.6084/m9.figshare.5722711, CC BY 4.0. The thigh is the hip's angle less a pelvic tilt of 10.5°.
 * The walk's pelvis is ours, of a usual size (M. S. Orendurff et al., J. Rehabil. Res. Dev. 41:829, 2004: 4 to 5 cm).
 * Changed for this file: both legs averaged, fitted by harmonics (largest residual 0.9°), rounded.
 */
import { cos, sin } from '../../../src/math/portable.ts';

/** Mean, then cosine and sine amplitude of each harmonic. */
export type Series = readonly [number, ...(readonly [number, number])[]];

export interface GaitCurves {
  /** Speed, m/s, and stride period, s: those of the sources, scaled to the legs of this mannequin. */
  readonly speed: number;
  readonly period: number;
  /** Fraction of the stride in which a foot is on the ground. */
  readonly duty: number;
  /**
   * Angles in degrees over the stride. At phase 0 the foot first touches the ground. The thigh is measured from the vertical, forward
   * positive.
   */
  readonly thigh: Series;
  /** Angle of the knee, flexion positive. */
  readonly knee: Series;
  /** Angle of the sole from the horizontal, toe up positive. */
  readonly foot: Series;
  /** Forward tilt of the pelvis. */
  readonly pelvisTilt: Series;
  /** Height of the pelvis relative to its mean, millimetres. */
  readonly pelvisHeight: Series;
}

/** Evaluates a series at a phase in strides. */
export function evaluate(series: Series, phase: number): number {
  let sum = series[0];
  for (let k = 1; k < series.length; k++) {
    const [a, b] = series[k] as readonly [number, number];
    const angle = 2 * Math.PI * k * phase;
    sum += a * cos(angle) + b * sin(angle);
  }
  return sum;
}

export const runCurves: GaitCurves = {
  speed: 3.4,
  period: 0.7,
  duty: 0.337,
  thigh: [
    7.63,
    [21.42, -17.4],
    [-5.55, 6.21],
    [-2.1, 2.2],
    [-0.08, 0.07],
    [-0.41, 0.09],
    [-0.02, -0.06],
    [-0.05, -0.21],
    [0.04, -0.06],
    [0.06, -0.04],
  ],
  knee: [
    47.17,
    [-17.31, -30.5],
    [-13.38, 22.99],
    [-4.77, 2.23],
    [-0.9, 0.49],
    [-0.71, 0.81],
    [-0.21, -0.17],
    [0.0, -0.25],
    [0.07, -0.1],
    [0.05, -0.12],
  ],
  foot: [
    -41.19,
    [53.89, 18.22],
    [-0.62, -9.42],
    [-1.71, -3.12],
    [1.95, -3.23],
    [0.07, -0.22],
    [-0.1, -0.76],
    [0.15, -0.25],
    [0.11, -0.22],
    [0.17, -0.14],
    [0.12, -0.08],
  ],
  pelvisTilt: [6.1, [-0.0, 0.0], [0.08, -3.13], [0.0, -0.0], [-0.26, -0.86]],
  pelvisHeight: [0.0, [0.0, 0.0], [15.67, -41.92], [0.0, -0.0], [2.66, -0.2], [-0.0, -0.0], [0.73, 0.25]],
};

export const walkCurves: GaitCurves = {
  speed: 1.3,
  period: 0.98,
  duty: 0.62,
  thigh: [
    5.15,
    [20.43, -2.31],
    [-2.96, -2.19],
    [-0.69, 1.33],
    [-0.29, -0.14],
    [-0.38, 0.12],
    [-0.11, -0.05],
    [0.0, -0.1],
    [0.1, -0.04],
  ],
  knee: [
    22.45,
    [0.08, -21.39],
    [-16.3, 4.73],
    [-1.85, 4.17],
    [-1.44, 0.32],
    [-0.88, 0.83],
    [-0.0, 0.23],
    [-0.02, 0.01],
    [0.15, 0.07],
    [0.14, 0.06],
  ],
  foot: [
    -13.52,
    [18.49, 23.64],
    [13.97, -12.71],
    [-2.18, -3.09],
    [2.68, -0.12],
    [0.78, -1.72],
    [0.21, 0.1],
    [0.77, -0.17],
    [0.19, -0.12],
    [0.21, 0.14],
  ],
  pelvisTilt: [4, [0, 0], [0.8, 0.6]],
  pelvisHeight: [0, [0, 0], [-14.6, -10.6]],
};
