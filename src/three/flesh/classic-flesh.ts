import {
  type Material,
  type Mesh,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  RGBADepthPacking,
  type ShaderMaterial,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
} from 'three';
import { hasFlesh, insertFlesh } from './flesh-glsl.ts';
import type { FleshMaterial, FleshShading, FleshTextures } from './flesh-shading.ts';
import { createStandIn, originalOf } from './stand-in.ts';

/** Adds flesh to materials of the classic WebGLRenderer. The user's `onBeforeCompile` is still called. */
export const classicFlesh: FleshShading = {
  dress(material, textures) {
    const { isShaderMaterial, vertexShader } = material as ShaderMaterial;
    if (isShaderMaterial && !hasFlesh(insertFlesh(vertexShader, false))) return null;
    return dress(material, textures);
  },
  dressShadows(mesh, textures) {
    const { customDepthMaterial: depth, customDistanceMaterial: distance } = mesh;
    const made = [
      depth ? null : new MeshDepthMaterial({ depthPacking: RGBADepthPacking }),
      distance ? null : new MeshDistanceMaterial(),
    ];
    const ours = [depth ?? made[0]!, distance ?? made[1]!].map((material) => dress(material, textures));
    mesh.customDepthMaterial = ours[0].material;
    mesh.customDistanceMaterial = ours[1].material;
    return () => {
      if (mesh.customDepthMaterial === ours[0].material) restore(mesh, 'customDepthMaterial', depth);
      if (mesh.customDistanceMaterial === ours[1].material) restore(mesh, 'customDistanceMaterial', distance);
      for (const { release } of ours) release();
      for (const material of made) material?.dispose();
    };
  },
};

function restore(mesh: Mesh, key: 'customDepthMaterial' | 'customDistanceMaterial', value?: Material): void {
  // The property must not be set to null, because the renderer would use null as a material.
  if (value) mesh[key] = value;
  else delete mesh[key];
}

function dress(given: Material, textures: FleshTextures): FleshMaterial {
  const original = originalOf(given);
  const isCrowd = textures.joints !== undefined;
  const uniforms: Record<string, { value: unknown }> = {
    fleshRows: { value: textures.rows },
    fleshShapes: { value: textures.shapes },
    fleshAmplitudes: { value: textures.amplitudes },
  };
  if (isCrowd) uniforms.fleshJoints = { value: textures.joints };
  const own: Record<string, unknown> = {
    onBeforeCompile(shader: WebGLProgramParametersWithUniforms, renderer: WebGLRenderer) {
      Object.assign(shader.uniforms, uniforms);
      // Flesh is inserted before the user's own change, which may replace the chunk that marks the location.
      shader.vertexShader = insertFlesh(shader.vertexShader, isCrowd);
      original.onBeforeCompile(shader, renderer);
      if (!hasFlesh(shader.vertexShader)) shader.vertexShader = insertFlesh(shader.vertexShader, isCrowd);
    },
    // Equal materials share one program, whatever the mesh.
    customProgramCacheKey: () =>
      `aftermotion-flesh${isCrowd ? '-crowd' : ''} ${original.customProgramCacheKey()}`,
  };
  const { uniforms: theirs } = original as ShaderMaterial;
  // The uniforms are copied to a new object, so that those of flesh are not added to the original material. The values are shared.
  if (theirs) own.uniforms = { ...theirs };
  return createStandIn(original, own);
}
