import type { SimulationSystem } from '../../src/index.ts';
import type { Collider } from '../../src/motion/index.ts';
import type { GroundState } from '../../src/systems/ground/index.ts';
import type { OutputKind } from '../../src/systems/outputs/index.ts';

/** A system whose columns, particles or strands are on a graphics card. After each run, main memory has its state. */
export interface SystemOnCard {
  /** The name of the card. */
  readonly device: string;
  /** Makes steps. Returns null, or the reason why the card cannot be used any more. The state is then as before. */
  run(colliders: readonly Collider[], steps: number, pose: (step: number) => void): Promise<string | null>;
  dispose(): void;
}

/** How systems of one kind of output come to a graphics card that gives the same bits as the CPU. */
interface CardKind {
  readonly kind: OutputKind;
  /** Returns the reason as text if the state must stay on the CPU. Until the promise is settled it may be stepped there. */
  open(system: SimulationSystem, state: unknown, api: GPU): Promise<SystemOnCard | string>;
}

/** By the kind of the first output of a system. To add one, add an entry. */
export const cardKinds: readonly CardKind[] = [
  {
    kind: 'heightfield',
    async open({ definition }, state, api) {
      const { groundSystem } = await import('../../src/systems/ground/index.ts');
      if (definition !== groundSystem) return 'the graphics card cannot simulate this kind of ground';
      const { CardGround } = await import('../../src/gpu/ground/card-ground.ts');
      return CardGround.open(state as GroundState, api);
    },
  },
];
