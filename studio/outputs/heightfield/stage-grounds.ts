import type { Raycaster } from 'three';
import type { HeightfieldOutput, SurfaceLook } from '../../../src/index.ts';
import { areaOf, type GroundArea, GroundObject, isInArea } from '../../../src/three/index.ts';
import { type OutputChange, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { GroundChange } from './feed.ts';

/** The part of a heightfield that the stage needs to show it. A `HeightfieldOutput` with a name has it. */
export interface GroundDescription
  extends Pick<
    HeightfieldOutput,
    | 'cell'
    | 'datum'
    | 'heightUnit'
    | 'material'
    | 'look'
    | 'extent'
    | 'readInitial'
    | 'readWetness'
    | 'readStones'
  > {
  readonly name: string;
}

interface ShownGround {
  readonly name: string;
  readonly object: GroundObject;
  /** The area in which the ground is drawn, metres. Null: everywhere except in the areas of others. */
  readonly area: GroundArea | null;
  material: string;
}

/**
 * The grounds of a scene. One ground extends to the horizon: the first one without a boundary, or else the first one. Each of the others is
 * drawn where it has columns, and the far ground is omitted there.
 */
export class StageGrounds implements StageKind {
  private grounds: ShownGround[] = [];

  constructor(private readonly host: StageHost) {}

  get isEmpty(): boolean {
    return this.grounds.length === 0;
  }

  /** Does nothing, because untouched grounds are created before a run starts: see `show`. */
  set(): void {}

  /** The ground that extends to the horizon. Null if there is none. */
  get far(): GroundObject | null {
    return this.farGround?.object ?? null;
  }

  /** The material of the far ground. `floor` if there is no far ground. */
  get material(): string {
    return this.farGround?.material ?? 'floor';
  }

  /** Shows untouched grounds, which replace the previous ones. */
  show(descriptions: readonly GroundDescription[]): void {
    this.dispose();
    const far = descriptions.find(({ extent }) => !extent) ?? descriptions[0];
    const areas = descriptions.map((description) => {
      const { extent, cell } = description;
      return description !== far && extent ? areaOf(extent, cell) : null;
    });
    this.grounds = descriptions.map((description, index) => {
      const { name, cell, datum, heightUnit, material, look, extent } = description;
      const isFar = description === far;
      const object = new GroundObject({
        cell,
        datum,
        heightUnit,
        material,
        look,
        extent,
        readInitial: (out, rectangle) => description.readInitial(out, rectangle),
        readWetness: description.readWetness?.bind(description),
        readStones: description.readStones?.bind(description),
        surroundings: isFar || !extent ? true : 'extent',
        others: isFar ? areas.filter((area) => area !== null) : [],
        shading: this.host.renderer.shading,
      });
      this.host.scene.add(object);
      return { name, object, area: areas[index], material };
    });
  }

  /** Resets all grounds to untouched, for a run that starts again. */
  reset(): void {
    for (const { object } of this.grounds) object.reset();
  }

  /** Sets the material of a ground, `sand`, `mud` or `snow`, and how it looks different from it. It affects only the appearance. */
  setMaterial(name: string, material: string, look: SurfaceLook): void {
    const ground = this.named(name);
    if (!ground) return;
    ground.material = material;
    ground.object.setMaterial(material, look);
  }

  update(changes: readonly OutputChange[]): void {
    const all = ofKind<GroundChange>(changes, 'heightfield');
    for (const ground of this.grounds) {
      const own = all.filter(({ name }) => name === ground.name);
      if (own.length > 0) ground.object.update(own);
    }
  }

  /** Returns the ground at a point, metres. Where grounds overlap, the later one in the list is returned. Null if there is none. */
  at(x: number, z: number): GroundObject | null {
    return this.groundAt(x, z)?.object ?? null;
  }

  heightAt(x: number, z: number): number {
    return this.groundAt(x, z)?.object.heightAt(x, z) ?? 0;
  }

  /** Returns the first intersection of a ray with the ground, metres. Null if there is none. */
  pick(caster: Raycaster): [number, number, number] | null {
    const hits = this.grounds.flatMap((ground) =>
      caster
        .intersectObject(ground.object, false)
        .filter(({ point }) => this.groundAt(point.x, point.z) === ground),
    );
    hits.sort((a, b) => a.distance - b.distance);
    return hits[0]?.point.toArray() ?? null;
  }

  dispose(): void {
    for (const { object } of this.grounds) object.dispose();
    this.grounds = [];
  }

  private get farGround(): ShownGround | null {
    return this.grounds.find(({ area }) => area === null) ?? null;
  }

  private groundAt(x: number, z: number): ShownGround | null {
    return this.grounds.findLast(({ area }) => area && isInArea(area, x, z)) ?? this.farGround;
  }

  private named(name: string): ShownGround | undefined {
    return this.grounds.find((ground) => ground.name === name);
  }
}
