import { PointLight } from 'three';
import { ParticlesObject } from '../../../src/three/index.ts';
import type { Mood } from '../../stage/stage-light.ts';
import { type OutputChange, type OutputFacts, ofKind } from '../output-feed.ts';
import type { StageHost, StageKind } from '../stage-kind.ts';
import type { PointsChange, PointsFacts } from './feed.ts';

/** Total luminous intensity of embers, candela per square metre; the area is the sum of their squared diameters. */
const emberLight = 0.45;

interface ShownPoints {
  readonly object: ParticlesObject;
  /** The light of embers on surrounding objects. */
  readonly glow: PointLight | null;
}

/** The particles of a scene. */
export class StagePoints implements StageKind {
  private readonly shown = new Map<string, ShownPoints>();
  private facts: readonly PointsFacts[] = [];

  constructor(private readonly host: StageHost) {}

  /** Shows the particles of a run, which replace the previous ones. At first none of them exists. */
  set(facts: readonly OutputFacts[]): void {
    this.dispose();
    const { scene, renderer } = this.host;
    this.facts = ofKind<PointsFacts>(facts, 'points');
    for (const { name, look } of this.facts) {
      const object = new ParticlesObject({ look, shading: renderer.pointsShading });
      const glow = look === 'ember' ? new PointLight(0xffffff, 0) : null;
      this.shown.set(name, { object, glow });
      scene.add(object);
      if (glow) scene.add(glow);
    }
  }

  get isEmpty(): boolean {
    return this.facts.length === 0;
  }

  /** The light that is needed if some particles emit light. */
  get mood(): Mood {
    return this.facts.some(({ look }) => look === 'ember') ? 'night' : 'day';
  }

  /** The light that is needed if there is nothing else: smoke is visible only in front of something dark. */
  get moodAlone(): Mood {
    return this.facts.some(({ look }) => look === 'smoke') ? 'darkness' : 'day';
  }

  update(changes: readonly OutputChange[]): void {
    // If several states arrive at once, only the last is shown.
    const last = new Map(ofKind<PointsChange>(changes, 'points').map((change) => [change.name, change]));
    for (const [name, change] of last) {
      const shown = this.shown.get(name);
      shown?.object.update(change);
      if (shown?.glow) gatherLight(shown.glow, change);
    }
  }

  setTime(seconds: number): void {
    for (const { object } of this.shown.values()) object.time = seconds;
  }

  dispose(): void {
    for (const { object, glow } of this.shown.values()) {
      object.dispose();
      glow?.removeFromParent();
      glow?.dispose();
    }
    this.shown.clear();
  }
}

/**
 * Sets the light of embers for surrounding objects: all light comes from the middle of the embers. This is accurate enough for objects that
 * are not too near.
 */
function gatherLight(light: PointLight, { count, positions, colors, sizes }: PointsChange): void {
  const middle = [0, 0, 0];
  const color = [0, 0, 0];
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const strength = sizes[k] * sizes[k] * colors[4 * k + 3];
    if (!(strength > 0)) continue;
    sum += strength;
    for (let c = 0; c < 3; c++) {
      middle[c] += strength * positions[3 * k + c];
      color[c] += strength * colors[4 * k + c];
    }
  }
  const fraction = sum > 0 ? 1 / sum : 0;
  light.position.set(middle[0] * fraction, middle[1] * fraction, middle[2] * fraction);
  light.color.setRGB(color[0] * fraction, color[1] * fraction, color[2] * fraction);
  light.intensity = Number.isFinite(middle[0] + middle[1] + middle[2]) ? emberLight * sum : 0;
}
