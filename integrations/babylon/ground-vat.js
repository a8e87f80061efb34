import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { MaterialPluginBase } from '@babylonjs/core/Materials/materialPluginBase.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import { besideOf, frameAt, layoutOf, loadDescription, scaleOf, vertexFunctions } from '../web/ground-vat.js';

/**
 * Loads a moving ground that was baked with the output `groundVat` into a scene with WebGL 2. address: of the file NAME-vat.json; the GLB
 * and the texture lie beside it.
 *
 * Returns `root`, the loaded node, and `show(seconds)`, which you call in each frame with the seconds since the first frame of the bake.
 */
export async function loadGround(scene, address) {
  const vat = await loadDescription(address);
  const [{ meshes }, texture] = await Promise.all([
    ImportMeshAsync(besideOf(address, vat.mesh), scene),
    loadTexture(besideOf(address, vat.texture), scene),
  ]);
  const mesh = meshes.find(({ name }) => name === vat.node);
  const state = { texture, layout: layoutOf(vat), scale: scaleOf(vat, 0) };
  if (mesh) {
    mesh.material = mesh.material.clone(`${mesh.material.name} moving`);
    new GroundPlugin(mesh.material, state);
    mesh.alwaysSelectAsActiveMesh = true;
  }
  return {
    vat,
    root: meshes[0],
    show(seconds) {
      state.scale[3] = frameAt(vat, seconds);
    },
    dispose() {
      meshes[0].dispose(false, true);
      texture.dispose();
    },
  };
}

function loadTexture(address, scene) {
  return new Promise((resolve, reject) => {
    const texture = new Texture(address, scene, {
      noMipmap: true,
      invertY: false,
      samplingMode: Texture.NEAREST_SAMPLINGMODE,
      onLoad: () => resolve(texture),
      onError: (message, error) => reject(error ?? new Error(message ?? `${address} could not be loaded`)),
    });
  });
}

class GroundPlugin extends MaterialPluginBase {
  constructor(material, state) {
    super(material, 'AftermotionGround', 200, { AFTERMOTION_GROUND: false });
    this.state = state;
    this._enable(true);
  }

  getClassName() {
    return 'AftermotionGroundPlugin';
  }

  prepareDefinesBeforeAttributes(defines) {
    defines.AFTERMOTION_GROUND = true;
    // Babylon.js passes texture coordinates only to materials that say that they use them.
    defines._needUVs = true;
  }

  getSamplers(samplers) {
    samplers.push('groundTexture');
  }

  getUniforms() {
    return {
      ubo: [
        { name: 'groundLayout', size: 4, type: 'vec4' },
        { name: 'groundScale', size: 4, type: 'vec4' },
      ],
      vertex: 'uniform vec4 groundLayout;\nuniform vec4 groundScale;\n',
    };
  }

  bindForSubMesh(uniforms) {
    const { texture, layout, scale } = this.state;
    uniforms.updateFloat4('groundLayout', ...layout);
    uniforms.updateFloat4('groundScale', ...scale);
    uniforms.setTexture('groundTexture', texture);
  }

  getCustomCode(shaderType) {
    if (shaderType !== 'vertex') return null;
    return {
      CUSTOM_VERTEX_DEFINITIONS: `uniform highp sampler2D groundTexture;\n${vertexFunctions}`,
      CUSTOM_VERTEX_UPDATE_POSITION: 'vec4 ground = groundVertex(uv2);\npositionUpdated.y = ground.w;\n',
      CUSTOM_VERTEX_UPDATE_NORMAL: 'normalUpdated = ground.xyz;\n',
    };
  }
}
