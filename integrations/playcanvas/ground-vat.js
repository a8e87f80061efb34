import { ADDRESS_CLAMP_TO_EDGE, Asset, FILTER_NEAREST, SHADERLANGUAGE_GLSL, ShaderChunks } from 'playcanvas';
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
 * Loads a moving ground that was baked with the output `groundVat` into an app with WebGL 2. address: of the file NAME-vat.json; the GLB
 * and the texture lie beside it.
 *
 * Returns `root`, an entity which you add to the scene, and `show(seconds)`, which you call in each frame with the seconds since the first
 * frame of the bake.
 */
export async function loadGround(app, address) {
  const vat = await loadDescription(address);
  const [container, picture] = await Promise.all([
    loadAsset(app, 'container', besideOf(address, vat.mesh), vat.mesh),
    loadAsset(app, 'texture', besideOf(address, vat.texture), vat.texture, { mipmaps: false, srgb: false }),
  ]);
  const texture = picture.resource;
  texture.minFilter = FILTER_NEAREST;
  texture.magFilter = FILTER_NEAREST;
  texture.addressU = ADDRESS_CLAMP_TO_EDGE;
  texture.addressV = ADDRESS_CLAMP_TO_EDGE;
  const root = container.resource.instantiateRenderEntity();
  const moving = root.findByName(vat.node);
  const materials = [];
  for (const instance of moving?.render?.meshInstances ?? []) {
    const material = instance.material.clone();
    patch(app.graphicsDevice, material);
    material.setParameter('groundTexture', texture);
    material.setParameter('groundLayout', layoutOf(vat));
    material.setParameter('groundScale', scaleOf(vat, 0));
    material.update();
    instance.material = material;
    instance.cull = false;
    materials.push(material);
  }
  return {
    vat,
    root,
    show(seconds) {
      for (const material of materials)
        material.setParameter('groundScale', scaleOf(vat, frameAt(vat, seconds)));
    },
    dispose() {
      root.destroy();
      for (const material of materials) material.destroy();
      for (const asset of [container, picture]) {
        app.assets.remove(asset);
        asset.unload();
      }
    },
  };
}

function loadAsset(app, type, url, filename, data) {
  return new Promise((resolve, reject) => {
    const asset = new Asset(filename, type, { url, filename }, data);
    asset.once('load', resolve);
    asset.once('error', (message) => reject(new Error(`${url}: ${message}`)));
    app.assets.add(asset);
    app.assets.load(asset);
  });
}

function patch(device, material) {
  const own = material.getShaderChunks(SHADERLANGUAGE_GLSL);
  const usual = ShaderChunks.get(device, SHADERLANGUAGE_GLSL);
  const replace = (name, code, by) => {
    const chunk = usual.get(name);
    if (!chunk?.includes(code))
      throw new Error(`the chunk ${name} of this version of PlayCanvas has no ${code}`);
    own.set(name, chunk.replace(code, by));
  };
  replace(
    'transformCoreVS',
    'vec3 getLocalPosition(vec3 vertexPosition) {',
    `${vertexUniforms}
#ifndef UV1
attribute vec2 vertex_texCoord1;
#endif
${vertexFunctions}
vec3 getLocalPosition(vec3 surface) {
	vec3 vertexPosition = vec3(surface.x, groundVertex(vertex_texCoord1).w, surface.z);`,
  );
  replace(
    'normalCoreVS',
    'vec3 localNormal = vertex_normal;',
    'vec3 localNormal = groundVertex(vertex_texCoord1).xyz;',
  );
}
