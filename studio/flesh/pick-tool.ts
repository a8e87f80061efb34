import { weighRegion } from '../../src/systems/flesh/index.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import { heaviestJoint } from './character-joints.ts';
import type { FrozenCharacter } from './frozen-character.ts';
import { WeightColors } from './weight-colors.ts';

/** Shows the area that chosen joints move, and lets the user choose joints by clicks on the character. */
export class PickTool implements PointerTool {
  private readonly colors: WeightColors;

  constructor(
    private readonly character: FrozenCharacter,
    /** Called after a click on the flesh of this joint. */
    private readonly choose: (joint: string) => void,
  ) {
    this.colors = new WeightColors(character);
  }

  /** Shows the area of these nodes of the rig. Null: the whole character. */
  show(nodes: readonly number[] | null): void {
    const { rig } = this.character;
    const isNothing = nodes !== null && nodes.length === 0;
    this.colors.show(isNothing ? [] : weighRegion(rig, { joints: nodes ?? [] }, ''), 0.5);
  }

  frame(): boolean {
    return false;
  }

  click(x: number, y: number): void {
    const hit = this.character.pick(x, y);
    const joint = hit && heaviestJoint(this.character.rig, hit.surface, hit.corners, hit.fractions);
    if (joint) this.choose(joint);
  }

  leave(): void {
    this.colors.dispose();
  }
}
