import type { FurState } from './state.ts';

/** Fur's own figures for `report.json`. Lengths in metres, angles in degrees. */
export function reportFur(state: FurState): Record<string, unknown> {
  const { prepared, totals, solver, params } = state;
  const { topology, coat, carrier, look } = prepared;
  return {
    topology: topology.kind,
    solver: params.solver,
    kernel: solver.store.kernel.implementation,
    vertices: carrier.mesh.vertexCount,
    ...(carrier.copies && { copies: carrier.copies }),
    faces: topology.faceCount,
    strands: topology.strandCount,
    masses: topology.massCount,
    springs: topology.springCount,
    steps: totals.steps,
    substeps: prepared.substeps,
    cuts: totals.cuts,
    touched: state.contact?.touched ?? 0,
    troddenFraction: round((state.contact?.trodden ?? 0) / carrier.mesh.vertexCount),
    layerCount: look.layerCount,
    length: round(coat.length),
    tile: round(coat.tile),
    frequency: round(coat.motion.frequency),
    peakLeanDegrees: round((totals.peakLean * 180) / Math.PI),
    ...(totals.loopGap === null ? {} : { loopGap: round(totals.loopGap) }),
    warnings: [...prepared.warnings, ...warnOfRun(state)],
  };
}

/** What a loop may miss by, as a share of a strand's length, before it can be seen. */
const seenGap = 1e-3;

function warnOfRun({ totals, params, ground, prepared: { substeps, carrier } }: FurState): string[] {
  const warnings: string[] = [];
  if (ground && ground.missCount > 0) {
    warnings.push(
      `${Math.ceil((100 * ground.missCount) / carrier.mesh.vertexCount)} % of it stands beyond the ground, at the height of ` +
        'its own center: a smaller patch, or a larger ground, are ways out',
    );
  }
  if ((totals.loopGap ?? 0) > seenGap) {
    warnings.push(
      `its loop does not close: tips miss by ${Number((100 * totals.loopGap!).toPrecision(2))} % of their length; more ` +
        'damping, or no other actors that touch it, are ways out',
    );
  }
  if (substeps > params.substeps) {
    warnings.push(
      `explicit steps are only stable at ${substeps} a step, which are taken: "implicit" needs one, and so may a softer spring`,
    );
  }
  return warnings;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
