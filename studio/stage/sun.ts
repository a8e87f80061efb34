import { Color, DirectionalLight, Vector3 } from 'three';

/** Light of the low sun, linear: the light that a white level surface reflects straight up. */
export const sunColor = new Color(1.5, 1.34, 1.12);

/** Light of the moon, linear, brighter than in reality so that objects are visible. */
export const moonColor = new Color(0.1, 0.11, 0.13);

/** A low sun with sharp shadows near the viewed point. The area of its shadow map follows this point. */
export class Sun {
  readonly light = new DirectionalLight();
  /** Unit vector to the sun. */
  readonly toSun = new Vector3(0, 1, 0);

  constructor() {
    const { light } = this;
    this.setColor(sunColor);
    light.castShadow = true;
    light.shadow.mapSize.set(2048, 2048);
    light.shadow.bias = -0.0006;
    light.shadow.normalBias = 0.012;
    light.shadow.radius = 2.5;
  }

  /** Sets the colour of the light, as the light that a white level surface reflects straight up. */
  setColor(color: Color): void {
    const { light } = this;
    const strongest = Math.max(color.r, color.g, color.b);
    light.color.copy(color).multiplyScalar(strongest > 0 ? 1 / strongest : 0);
    // A diffuse surface reflects 1/π of the incoming light.
    light.intensity = Math.PI * strongest;
  }

  /** Casts shadows around a position, up to `reach` metres. */
  follow(position: Vector3, reach: number): void {
    const { light, toSun } = this;
    const { camera, mapSize } = light.shadow;
    // The position moves in whole texels, so that shadow edges do not shimmer.
    const texel = (2 * reach) / mapSize.x;
    light.target.position.copy(position).divideScalar(texel).round().multiplyScalar(texel);
    light.position
      .copy(toSun)
      .multiplyScalar(4 * reach)
      .add(light.target.position);
    if (camera.right !== reach) {
      camera.left = camera.bottom = -reach;
      camera.right = camera.top = reach;
      camera.near = 0.5 * reach;
      camera.far = 8 * reach;
      camera.updateProjectionMatrix();
    }
    light.target.updateMatrixWorld();
  }

  dispose(): void {
    this.light.dispose();
  }
}
