/** What an expression does to those of another kind while it is shown: nothing, it removes them, or it weakens them by its weight. */
export type ExpressionOverride = 'none' | 'block' | 'blend';

/** The kinds of expressions that others may remove or weaken. */
export type ExpressionKind = 'blink' | 'lookAt' | 'mouth';

/** A facial expression of a VRM character: weights of morph targets. */
export interface Expression {
  /** Its name in VRM 1: `happy`, `aa`, `blinkLeft`, or one of the character's own. */
  readonly name: string;
  /** It is shown fully from a weight above 0.5 on, and not at all below. */
  readonly isBinary: boolean;
  readonly binds: readonly ExpressionBind[];
  readonly overrides: { readonly [Kind in ExpressionKind]: ExpressionOverride };
  /** It also changes colours or textures, which clips of glTF cannot do. */
  readonly changesMaterials: boolean;
}

/** The weight that one morph target has when the expression is shown fully. */
export interface ExpressionBind {
  /** Node with the mesh. */
  readonly node: number;
  readonly target: number;
  readonly weight: number;
}

/** The nodes of a VRM animation that hold expressions and the direction of the eyes. */
export interface AnimatedExpressions {
  /** Node by the name of its expression. The x of its translation is the weight. */
  readonly nodes: ReadonlyMap<string, number>;
  /** Node whose rotation is the direction of the eyes. Null if there is none. */
  readonly lookAt: number | null;
}

/** The expressions of VRM 1 that belong to a kind. */
export const expressionKinds: { readonly [Kind in ExpressionKind]: readonly string[] } = {
  blink: ['blink', 'blinkLeft', 'blinkRight'],
  lookAt: ['lookUp', 'lookDown', 'lookLeft', 'lookRight'],
  mouth: ['aa', 'ih', 'ou', 'ee', 'oh'],
};
