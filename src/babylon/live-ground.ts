import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { EngineGround } from '../live/engine-ground.ts';
import { GridGround } from '../live/grid-ground.ts';
import type { GroundOptions } from '../live/ground-options.ts';
import { type ColliderFromOptions, RigCollider } from '../live/rig-collider.ts';
import { readMeshes } from './read-meshes.ts';

/**
 * Creates a collider of all meshes at and below a node: plain, skinned and morphed, moved by animation groups, physics or code. Create it
 * when the node has its final size, because geometry is read once. Throws an `InputError` if there is no mesh.
 */
export function colliderFrom(node: TransformNode, options: ColliderFromOptions = {}): RigCollider {
  return new RigCollider(readMeshes(node), options);
}

/**
 * Sand, mud or snow in a Babylon scene, left- or right-handed. The simulation runs in a Worker. `mesh` has a vertex for each column; give it a
 * material of your own. Add colliders, and call `update` in every frame after everything has moved.
 */
export class LiveGround extends EngineGround {
  readonly mesh: Mesh;

  /**
   * Parameters are those of a ground, see `GroundOptions`. `size` is 8 m by 8 m if it is absent. Throws an `InputError` for unknown options, for
   * parameters out of range, and for `spray`, which is not drawn here.
   */
  constructor(scene: Scene, options: GroundOptions = {}) {
    const zSign = scene.useRightHandedSystem ? 1 : -1;
    const mesh = new Mesh('ground', scene);
    const grid = new GridGround(options, {
      owner: 'LiveGround',
      zSign,
      place: () => readPlace(mesh, zSign),
    });
    super(grid);
    this.mesh = mesh;
    grid.takeChangedRows();
    const data = new VertexData();
    data.positions = grid.positions;
    data.normals = grid.normals;
    data.indices = grid.indices;
    data.applyToMesh(this.mesh, true);
    // Its heights change after its bounds were computed.
    this.mesh.alwaysSelectAsActiveMesh = true;
    this.mesh.receiveShadows = true;
  }

  /** Advances by `dt` seconds, the time since the last call: in `scene.onBeforeRenderObservable`, after the animation. */
  update(dt: number): void {
    this.grid.session.update(dt);
    const changed = this.grid.takeChangedRows();
    if (!changed) return;
    const { positions, normals, columns } = this.grid;
    const [from, to] = [3 * columns * changed.first, 3 * columns * (changed.first + changed.count)];
    for (const [kind, values] of [
      [VertexBuffer.PositionKind, positions],
      [VertexBuffer.NormalKind, normals],
    ] as const) {
      // Only the rows that have changed are sent to the graphics card.
      this.mesh.getVertexBuffer(kind)?.updateDirectly(values.subarray(from, to), from);
    }
  }

  /** Ends the simulation and frees the mesh. */
  dispose(): void {
    this.grid.session.dispose();
    this.mesh.dispose();
  }
}

/** Returns where a mesh is in the world, right-handed. */
function readPlace(mesh: Mesh, zSign: 1 | -1): { origin: number[]; turn: number[] | null } {
  mesh.computeWorldMatrix(true).decompose(scale, turn, origin);
  const isTurned = turn.x !== 0 || turn.y !== 0 || turn.z !== 0;
  return {
    origin: [origin.x, origin.y, zSign * origin.z],
    turn: isTurned ? [zSign * turn.x, zSign * turn.y, turn.z, turn.w] : null,
  };
}

const scale = new Vector3();
const turn = new Quaternion();
const origin = new Vector3();
