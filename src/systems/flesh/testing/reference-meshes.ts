import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readTetMesh } from '../../../files/tet/read-tet-mesh.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { sharedPath } from '../../../testing/shared.ts';
import type { FleshMaterial } from '../solve/elements.ts';

const folder = sharedPath('reference/flesh');

/** Whether the meshes and numbers of other programs are there. */
export const hasReferences = folder !== null;

/** A mesh that other programs have solved, and what they found. */
export interface ReferenceBody {
  readonly mesh: TetMesh;
  readonly fixed: Uint32Array;
  readonly material: FleshMaterial;
  /** With the exact consistent mass; rigid motions of free bodies first, as zeros. */
  readonly frequencies: readonly number[];
  readonly mass: number;
  /** Rows of shifts along and turns about x, y, z; by a mass that is under-integrated, held nodes left out. */
  readonly participation: readonly (readonly number[])[];
}

/** `thigh_s_t10` and so on. */
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
