import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readTetMesh } from '../../../files/tet/read-tet-mesh.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { sharedPath } from '../../../testing/shared.ts';
import type { FleshMaterial } from '../solve/elements.ts';

const folder = sharedPath('reference/flesh');

/** Whether the meshes and results of other programs are available. */
export const hasReferences = folder !== null;

/** A mesh that other programs have solved, with their results. */
export interface ReferenceBody {
  readonly mesh: TetMesh;
  readonly fixed: Uint32Array;
  readonly material: FleshMaterial;
  /** Frequencies with the exact consistent mass. For a free body, its rigid motions come first, as zeros. */
  readonly frequencies: readonly number[];
  readonly mass: number;
  /** Rows: translations along and rotations about x, y, z. Computed with an under-integrated mass, without held nodes. */
  readonly participation: readonly (readonly number[])[];
}

/** Reads a mesh by its name, such as `thigh_s_t10`. */
export function readReferenceBody(name: string): ReferenceBody {
  const data = readReferenceData(`ref_${name}.json`) as {
    E: number;
    nu: number;
    rho: number;
    fixedNodes_zeroBased?: number[];
    scipy: { freqHz: number[]; mass_total: number };
    calculix: { participation_XYZ_RXRYRZ: number[][] };
  };
  const path = `${folder}/mesh/${name}.msh`;
  const bytes = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
  const { mesh } = readTetMesh([{ name: `${name}.msh`, bytes: new Uint8Array(bytes) }]);
  return {
    mesh,
    fixed: mesh.groups.find((group) => group.name === 'fixed')?.nodes ?? new Uint32Array(0),
    material: { youngsModulus: data.E, poissonRatio: data.nu, density: data.rho },
    frequencies: data.scipy.freqHz,
    mass: data.scipy.mass_total,
    participation: data.calculix.participation_XYZ_RXRYRZ,
  };
}

export function readReferenceData(name: string): unknown {
  const bytes = readFileSync(`${folder}/data/${name}`);
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
