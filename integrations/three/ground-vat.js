import { NearestFilter, NoColorSpace, TextureLoader, Vector4 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import {
  besideOf,
  frameAt,
  layoutOf,
  loadDescription,
  scaleOf,
  vertexFunctions,
  vertexUniforms,
} from '../web/ground-vat.js';

/**
 * Loads a moving ground that was baked with the output `groundVat`, for `WebGLRenderer`. address: of the file NAME-vat.json; the GLB and
 * the texture lie beside it. `ground-vat-nodes.js` has the same function for `WebGPURenderer`.
 *
 * Returns `root`, which you add to the scene, and `show(seconds)`, which you call in each frame with the seconds since the first frame of
 * the bake. Errors of the network are thrown.
 */
export function loadGround(address) {
  return openGround(address, (source, texture, vat) => {
    const uniforms = {
      groundTexture: { value: texture },
      groundLayout: { value: new Vector4(...layoutOf(vat)) },
      groundScale: { value: new Vector4(...scaleOf(vat, 0)) },
    };
    const material = source.clone();
    material.onBeforeCompile = (shader) => patch(shader, uniforms);
    material.customProgramCacheKey = () => 'aftermotion-ground';
    return {
      material,
      setFrame(frame) {
        uniforms.groundScale.value.w = frame;
      },
    };
  });
}

/**
 * Loads the files of a ground. animate(material, texture, description) returns the material of the moving mesh, and a function that sets its
 * frame.
 */
export async function openGround(address, animate) {
  const vat = await loadDescription(address);
  const textures = new TextureLoader();
  const [gltf, texture] = await Promise.all([
    new GLTFLoader().loadAsync(besideOf(address, vat.mesh)),
    textures.loadAsync(besideOf(address, vat.texture)),
  ]);
  texture.flipY = false;
  texture.generateMipmaps = false;
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.colorSpace = NoColorSpace;
  const mesh = gltf.scene.getObjectByName(vat.node);
  const moving = mesh && animate(mesh.material, texture, vat);
  if (mesh) {
    mesh.material = moving.material;
    // Heights change by less than the size of a tile, but a flat mesh has a flat box.
    mesh.frustumCulled = false;
  }
  return {
    vat,
    root: gltf.scene,
    show(seconds) {
      moving?.setFrame(frameAt(vat, seconds));
    },
    dispose() {
      texture.dispose();
      gltf.scene.traverse((object) => {
        object.geometry?.dispose();
        object.material?.dispose();
      });
    },
  };
}

function patch(shader, uniforms) {
  Object.assign(shader.uniforms, uniforms);
  const replace = (code, by) => {
    if (!shader.vertexShader.includes(code))
      throw new Error(`the vertex shader of this version of three.js has no ${code}`);
    shader.vertexShader = shader.vertexShader.replace(code, by);
  };
  // three.js declares the attribute uv1 only if a map of the material uses it.
  replace(
    '#include <common>',
    `#include <common>
${vertexUniforms}
#ifndef USE_UV1
attribute vec2 uv1;
#endif
${vertexFunctions}`,
  );
  replace(
    '#include <beginnormal_vertex>',
    `vec4 ground = groundVertex(uv1);
#include <beginnormal_vertex>
objectNormal = ground.xyz;`,
  );
  replace(
    '#include <begin_vertex>',
    `#include <begin_vertex>
transformed.y = ground.w;`,
  );
}
