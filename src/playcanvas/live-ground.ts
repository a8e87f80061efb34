import {
  type AppBase,
  Entity,
  type GraphNode,
  type Material,
  Mesh,
  MeshInstance,
  StandardMaterial,
} from 'playcanvas';
import { EngineGround } from '../live/engine-ground.ts';
import { GridGround } from '../live/grid-ground.ts';
import type { GroundOptions } from '../live/ground-options.ts';
import { type ColliderFromOptions, RigCollider } from '../live/rig-collider.ts';
import { readMeshes } from './read-meshes.ts';

/**
 * Creates a collider of all meshes at and below an entity: plain and skinned, moved by animation components, physics or code. Create it when
 * the entity has its final size, because geometry is read once. Throws an `InputError` if there is no mesh.
 */
export function colliderFrom(entity: GraphNode, options: ColliderFromOptions = {}): RigCollider {
  return new RigCollider(readMeshes(entity), options);
}

/**
 * Sand, mud or snow in a PlayCanvas app. The simulation runs in a Worker. `entity` draws a mesh with a vertex for each column; add it to
 * `app.root`. Add colliders, and call `update` in every frame after everything has moved.
 */
export class LiveGround extends EngineGround {
  readonly entity: Entity;
  private readonly mesh: Mesh;

  /**
   * Parameters are those of a ground, see `GroundOptions`. `size` is 8 m by 8 m if it is absent. Throws an `InputError` for unknown options, for
   * parameters out of range, and for `spray`, which is not drawn here.
   */
  constructor(app: AppBase, options: GroundOptions = {}, material: Material = new StandardMaterial()) {
    const entity = new Entity('ground', app);
    super(new GridGround(options, { owner: 'LiveGround', zSign: 1, place: () => readPlace(entity) }));
    this.entity = entity;
    this.mesh = new Mesh(app.graphicsDevice);
    // The engine is told that the vertices change often, while the triangles stay the same.
    this.mesh.clear(true, false);
    this.mesh.setIndices(this.grid.indices);
    this.upload();
    this.entity.addComponent('render', {
      meshInstances: [new MeshInstance(this.mesh, material)],
      castShadows: false,
    });
  }

  /** Advances by `dt` seconds, the time since the last call: in the app's `frameupdate` or in a script's `postUpdate`. */
  update(dt: number): void {
    this.grid.session.update(dt);
    this.upload();
  }

  /** Ends the simulation and destroys the entity with its mesh. */
  dispose(): void {
    this.grid.session.dispose();
    this.entity.destroy();
  }

  private upload(): void {
    if (!this.grid.takeChangedRows()) return;
    this.mesh.setPositions(this.grid.positions);
    this.mesh.setNormals(this.grid.normals);
    this.mesh.update();
  }
}

/** Returns where an entity is in the world. */
function readPlace(entity: Entity): { origin: number[]; turn: number[] | null } {
  const { x, y, z } = entity.getPosition();
  const turn = entity.getRotation();
  const isTurned = turn.x !== 0 || turn.y !== 0 || turn.z !== 0;
  return { origin: [x, y, z], turn: isTurned ? [turn.x, turn.y, turn.z, turn.w] : null };
}
