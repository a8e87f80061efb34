import { Color, Fog, type Scene, type Texture } from 'three';
import type { BakeLights } from '../../src/index.ts';
import {
  createDarkness,
  createSky,
  createSurroundings,
  darkness,
  groundTint,
  hazeColor,
  type LightStorage,
} from './sky.ts';
import { moonColor, type Sun, sunColor } from './sun.ts';
import type { Subject } from './views.ts';

/**
 * The lighting of a scene: a clear day, a dark room with the light of the day's sun (for smoke, which is hardly visible against
 * the sky), or a night in which embers are the brightest.
 */
export type Mood = 'day' | 'darkness' | 'night';

/** Returns the light of a sun as the light that a white surface that faces it reflects. Black if there is no sun. */
function colorOf(sun: BakeLights['sun']): Color {
  return sun ? new Color(...sun.color).multiplyScalar(sun.strength) : new Color(0, 0, 0);
}

/** Sun, sky, haze and reflected light, created again after a change. */
export class StageLight {
  private key = '';
  private mood: Mood = 'day';

  constructor(
    private readonly scene: Scene,
    private readonly sun: Sun,
    private readonly storage: LightStorage,
  ) {
    scene.fog = new Fog(hazeColor, 8, 130);
  }

  /** Sets the light for the direction in which the subject moves, and for the ground that reflects the light. */
  set(chosenMood: Mood, subject: Subject, material: string, lights: BakeLights | null): void {
    const { scene, sun, storage } = this;
    // The lights of a scene replace those of all moods.
    const mood = lights ? 'day' : chosenMood;
    const [fx, , fz] = subject.forward;
    const [back, up, left] = subject.toSun;
    if (lights?.sun) sun.toSun.set(...lights.sun.toSun);
    else sun.toSun.set(-back * fx + left * fz, up, -back * fz - left * fx).normalize();
    const toSun = sun.toSun.toArray();
    const key = `${toSun} ${material} ${mood} ${JSON.stringify(lights)}`;
    if (key === this.key) return;
    this.key = key;
    this.mood = mood;
    this.disposeTextures();
    const isDay = mood === 'day';
    const light = lights ? colorOf(lights.sun) : mood === 'night' ? moonColor : sunColor;
    sun.setColor(light);
    scene.background = isDay ? createSky(toSun, storage) : createDarkness(storage);
    (scene.fog as Fog).color.copy(isDay ? hazeColor : darkness);
    scene.environment = createSurroundings(toSun, groundTint(material), light, storage);
    scene.environmentIntensity = mood === 'night' ? 0.05 : mood === 'darkness' ? 0.35 : 0.62;
    const sky = lights ? (lights.sky ?? 0) : 1;
    scene.environmentIntensity *= sky;
    scene.backgroundIntensity = sky;
    if (lights) (scene.fog as Fog).color.multiplyScalar(sky);
  }

  /** Sets the haze for a subject at this distance from the camera. At night the floor soon becomes invisible behind the subject. */
  setDistance(distance: number): void {
    const fog = this.scene.fog as Fog;
    [fog.near, fog.far] = this.mood === 'day' ? [8, 130] : [1.2 * distance, 4 * distance];
  }

  dispose(): void {
    this.disposeTextures();
  }

  private disposeTextures(): void {
    (this.scene.background as Texture | null)?.dispose();
    this.scene.environment?.dispose();
  }
}
