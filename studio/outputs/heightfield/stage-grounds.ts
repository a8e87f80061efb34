import type { Raycaster } from 'three';
import type { HeightfieldOutput } from '../../../src/index.ts';
import { areaOf, type GroundArea, GroundObject, isInArea } from '../../../src/three/index.ts';
import { type OutputChange, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { GroundChange } from './feed.ts';

/** What of a heightfield the stage must know to show it; a named `HeightfieldOutput` fits. */
export interface GroundDescription
  extends Pick<
    HeightfieldOutput,
    'cell' | 'datum' | 'heightUnit' | 'material' | 'extent' | 'readInitial' | 'readWetness' | 'readStones'
  > {
  readonly name: string;
}

interface ShownGround {
  readonly name: string;
  readonly object: GroundObject;
  /** Where it is drawn, metres; null: everywhere but where others are. */
  readonly area: GroundArea | null;
  material: string;
}

/**
 * The grounds of a scene. One goes to the horizon: the first that has no edge, else the first. Each of the others is drawn
 * where it has columns, and where it lies the far one makes room.
 */
export class StageGrounds implements StageKind {
  private grounds: ShownGround[] = [];

  constructor(private readonly host: StageHost) {}

  get isEmpty(): boolean {
    return this.grounds.length === 0;
  }

  /** Untouched grounds are made before a run begins: see `show`. */
  set(): void {}

  /** The one that goes to the horizon; null where there is none. */
  get far(): GroundObject | null {
    return this.farGround?.object ?? null;
  }

  /** What the far ground is of; `floor` where there is none. */
  get material(): string {
    return this.farGround?.material ?? 'floor';
  }

  /** Shows grounds that nothing has touched, in place of those before. */
  show(descriptions: readonly GroundDescription[]): void {
    this.dispose();
    const far = descriptions.find(({ extent }) => !extent) ?? descriptions[0];
    const areas = descriptions.map((description) => {
      const { extent, cell } = description;
      return description !== far && extent ? areaOf(extent, cell) : null;
    });
    this.grounds = descriptions.map((description, index) => {
      const { name, cell, datum, heightUnit, material, extent } = description;
      const isFar = description === far;
      const object = new GroundObject({
        cell,
        datum,
        heightUnit,
        material,
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

  /** As if nothing had touched them: for a run that begins again. */
  reset(): void {
    for (const { object } of this.grounds) object.reset();
  }

  /** `sand`, `mud` or `snow`: how a ground looks, nothing more. */
  setMaterial(name: string, material: string): void {
    const ground = this.named(name);
    if (!ground || ground.material === material) return;
    ground.material = material;
    ground.object.setMaterial(material);
  }

  update(changes: readonly OutputChange[]): void {
    const all = ofKind<GroundChange>(changes, 'heightfield');
    for (const ground of this.grounds) {
      const own = all.filter(({ name }) => name === ground.name);
      if (own.length > 0) ground.object.update(own);
    }
  }

  /** The ground at a point, metres: a later one lies over those before; null where there is none. */
  at(x: number, z: number): GroundObject | null {
    return this.groundAt(x, z)?.object ?? null;
  }

  heightAt(x: number, z: number): number {
    return this.groundAt(x, z)?.object.heightAt(x, z) ?? 0;
  }

  /** Where a ray first meets the ground that lies there, metres; null where it meets none. */
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
