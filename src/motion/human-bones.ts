/** The bones of a humanoid that a VRM file names. */
export interface HumanBones {
  /** What defines them: a character of VRM 0 or VRM 1, or an animation for such characters (.vrma). */
  readonly kind: 'VRM 0' | 'VRM 1' | 'animation';
  /** Node index of each bone, by the names of VRM: `hips`, `leftUpperLeg`. */
  readonly nodes: ReadonlyMap<string, number>;
}
