import type { Collider } from '../../../motion/collider.ts';
import { type ColliderCover, createCoverTransfer } from '../../../motion/cover-surfaces.ts';
import type { SystemInputs } from '../../system.ts';
import type { CarrierSkin, FurCarrier } from '../carrier/carrier.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurSolver } from '../solve/fur-solver.ts';

/** Amount of a vertex that is covered completely. */
const covered = 255;

type StickingInputs = Pick<SystemInputs, 'colliders' | 'heightfields' | 'pressing'>;

/** What grounds leave on the skin below a coat. It makes strands heavier. */
export class FurSticking {
  /** Amount at the root of each strand, 0 (clean) to 1 (covered). [vertexCount of the carrier] State. */
  readonly amounts: Float64Array;
  /** Whether a ground to which the coat is attached can stick to bodies. Scratch. */
  hasGround = false;
  private readonly skin: CarrierSkin;
  private finder: { readonly bodies: readonly Collider[]; readonly find: Finder } | null = null;

  constructor(
    { mesh, skin }: FurCarrier,
    /** Mass of a strand without anything that sticks to it, kg. */
    private readonly cleanMass: number,
    /** Mass of what sticks to a strand that is covered completely, as a multiple of its own mass. */
    private readonly stickingMass: number,
  ) {
    this.skin = skin!;
    this.amounts = new Float64Array(mesh.vertexCount);
  }

  /** Reads the current amounts, and changes the masses of the solver's strands. */
  read(inputs: StickingInputs, solver: FurSolver): void {
    const grounds = inputs.heightfields.filter(({ readCovers }) => readCovers !== undefined);
    this.hasGround = grounds.length > 0;
    const bodies = inputs.pressing ?? inputs.colliders;
    if (this.finder?.bodies !== bodies) this.finder = { bodies, find: createFinder(this.skin, bodies) };
    this.amounts.fill(0);
    for (const ground of grounds) this.finder.find(ground.readCovers!(), this.amounts);
    this.weigh(solver);
  }

  /** Sets the masses of the solver's strands to those that follow from the amounts. */
  weigh(solver: FurSolver): void {
    const { amounts, cleanMass, stickingMass } = this;
    const masses = solver.store.plane(planes.mass);
    solver.topology.vertexOf.forEach((vertex, strand) => {
      masses[strand] = cleanMass * (1 + stickingMass * amounts[vertex]);
    });
  }

  /** Fraction of the strands' roots that something sticks to. */
  get coveredFraction(): number {
    return this.amounts.reduce((count, amount) => count + (amount > 0 ? 1 : 0), 0) / this.amounts.length;
  }
}

/** Writes the maximum of `out` and the amounts at the vertices of a coat. */
type Finder = (covers: readonly ColliderCover[], out: Float64Array) => void;

function createFinder({ actor, rig, surfaces, vertexOf }: CarrierSkin, bodies: readonly Collider[]): Finder {
  const isOwn = (name: string) => name.split('/', 1)[0] === actor;
  const transfer = createCoverTransfer(
    rig,
    bodies.filter(({ name }) => isOwn(name)),
  );
  return (covers, out) => {
    const own = covers.filter(({ collider }) => isOwn(collider));
    if (own.length === 0) return;
    const amounts = transfer(own);
    const ofSkin = surfaces.flatMap((index) => {
      const { length } = rig.surfaces[index].positions;
      return [...(amounts[index] ?? new Uint8Array(length / 3))];
    });
    vertexOf.forEach((vertex, v) => {
      out[v] = Math.max(out[v], ofSkin[vertex] / covered);
    });
  };
}
