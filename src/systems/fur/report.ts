import type { FurState } from './state.ts';

/** Fur's own figures for `report.json`. Lengths in metres, angles in degrees. */
export function reportFur(state: FurState): Record<string, unknown> {
  const { prepared, totals, solver, params, substeps } = state;
  const { topology, coat, carrier, look } = prepared;
  return {
    topology: topology.kind,
    solver: params.solver,
    kernel: solver.store.kernel.implementation,
    vertices: carrier.mesh.vertexCount,
    faces: topology.faceCount,
    strands: topology.strandCount,
    masses: topology.massCount,
    springs: topology.springCount,
    steps: totals.steps,
    substeps,
    cuts: totals.cuts,
    touched: state.contact?.touched ?? 0,
    troddenShare: round((state.contact?.trodden ?? 0) / carrier.mesh.vertexCount),
    layers: look.layerCount,
    length: round(coat.length),
    tile: round(coat.tile),
    frequency: round(coat.motion.frequency),
    largestLeanDegrees: round((totals.largestLean * 180) / Math.PI),
    warnings: prepared.warnings,
  };
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
