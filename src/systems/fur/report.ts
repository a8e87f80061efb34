import type { FurState } from './state.ts';

/** Returns the values of fur for `report.json`. Lengths in metres, angles in degrees. */
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
    ...(state.sticking && { coveredFraction: round(state.sticking.coveredFraction) }),
    layerCount: look.layerCount,
    length: round(coat.length),
    tile: round(coat.tile),
    frequency: round(coat.motion.frequency),
    peakLeanDegrees: round((totals.peakLean * 180) / Math.PI),
    ...(totals.loopGap === null ? {} : { loopGap: round(totals.loopGap) }),
    warnings: [...prepared.warnings, ...warnOfRun(state)],
  };
}

/** If a loop's end and start differ by at most this fraction of a strand's length, the difference is not visible. */
const invisibleGap = 1e-3;

function warnOfRun({
  totals,
  params,
  ground,
  sticking,
  prepared: { substeps, carrier },
}: FurState): string[] {
  const warnings: string[] = [];
  if (ground && ground.missCount > 0) {
    warnings.push(
      `${Math.ceil((100 * ground.missCount) / carrier.mesh.vertexCount)} % of the patch is outside of the ground and has the height of ` +
        'its center: use a smaller patch or a larger ground',
    );
  }
  if (sticking && !sticking.hasGround) {
    warnings.push(
      '`stickingMass` has no effect, since no ground that this fur reads sticks to bodies: set `stickingDepth` of a ground',
    );
  }
  if ((totals.loopGap ?? 0) > invisibleGap) {
    warnings.push(
      `the loop does not close: start and end of the tips differ by ${Number((100 * totals.loopGap!).toPrecision(2))} % of their length; use more ` +
        'damping, or no other actors that touch the fur',
    );
  }
  if (substeps > params.substeps) {
    warnings.push(
      `explicit integration is only stable with ${substeps} substeps, which are used: "implicit" or a softer spring needs fewer`,
    );
  }
  return warnings;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
