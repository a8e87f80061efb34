import {
  MeshStandardMaterial,
  ShaderLib,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
} from 'three';
import { expect, test } from 'vitest';
import { showSticking } from './show-sticking.ts';

test('every place in the shaders of three.js where the attribute is read, handed on and used still exists', () => {
  const material = new MeshStandardMaterial();
  const plainKey = material.customProgramCacheKey();
  showSticking(material, { color: 0xff0000, roughness: 0.3 });
  const { vertexShader, fragmentShader } = ShaderLib.standard;
  const shader = { vertexShader, fragmentShader, uniforms: {} } as WebGLProgramParametersWithUniforms;
  material.onBeforeCompile(shader, null as unknown as WebGLRenderer);
  expect(shader.vertexShader.match(/vSticking/g)).toHaveLength(2);
  expect(shader.fragmentShader.match(/vSticking/g)).toHaveLength(3);
  expect(shader.uniforms.stickingRoughness.value).toBe(0.3);
  expect(material.customProgramCacheKey()).not.toBe(plainKey);
});
