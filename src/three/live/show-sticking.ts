import {
  Color,
  type ColorRepresentation,
  type Material,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { stickingAttribute } from './collider-covers.ts';

/** Options of `showSticking`. */
export interface ShowStickingOptions {
  /** Colour of what sticks. Default: mud. */
  readonly color?: ColorRepresentation;
  /** Roughness of what sticks, 0 to 1, for materials that have one. Default 0.55, which is wet. */
  readonly roughness?: number;
}

/**
 * Lets a material of the classic renderer show what a live ground with `stickingDepth` leaves on its meshes. With the `WebGPURenderer`, use
 * `mix(materialColor, color(…), attribute('sticking', 'float'))` as the `colorNode` of a node material instead.
 */
export function showSticking(material: Material, options: ShowStickingOptions = {}): void {
  const { color = 0x4a3826, roughness = 0.55 } = options;
  const uniforms = { stickingColor: { value: new Color(color) }, stickingRoughness: { value: roughness } };
  const before = material.onBeforeCompile;
  const ownKey = material.customProgramCacheKey();
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms, renderer) => {
    before.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        `attribute float ${stickingAttribute};\nvarying float vSticking;\n#include <common>`,
      )
      .replace('#include <begin_vertex>', `#include <begin_vertex>\nvSticking = ${stickingAttribute};`);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        'varying float vSticking;\nuniform vec3 stickingColor;\nuniform float stickingRoughness;\n#include <common>',
      )
      .replace(
        '#include <color_fragment>',
        '#include <color_fragment>\ndiffuseColor.rgb = mix(diffuseColor.rgb, stickingColor, vSticking);',
      )
      .replace(
        '#include <roughnessmap_fragment>',
        '#include <roughnessmap_fragment>\nroughnessFactor = mix(roughnessFactor, stickingRoughness, vSticking);',
      );
  };
  material.customProgramCacheKey = () => `${ownKey} sticking`;
  material.needsUpdate = true;
}
