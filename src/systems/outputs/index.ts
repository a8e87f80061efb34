/** `aftermotion/outputs`: what systems show, by kind: heightfields, morphs, points and shells, and their changes. */
export type { ShellsMotion } from '../../coats/shells.ts';
export { type HeightfieldChange, readHeightfieldChange } from '../heightfield-change.ts';
export { copyPoints, type PointsSnapshot } from '../points-change.ts';
export type { LiveHeightfield } from './heightfield.ts';
export type { MorphOutput } from './morph.ts';
export type { OutputKind, OutputKinds } from './output.ts';
export { type PointsBox, type PointsOutput, pointsLooks } from './points.ts';
export type { ShellsOutput } from './shells.ts';
