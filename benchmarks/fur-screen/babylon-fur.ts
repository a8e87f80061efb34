import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { Material } from '@babylonjs/core/Materials/material.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { Scene } from '@babylonjs/core/scene.js';
import { FurMaterial } from '@babylonjs/materials/fur/furMaterial.js';
import { minLight, pictureOfColumns, skinLight } from './column-fur.ts';
import { backColor, type FurCase, furColor, toLamp } from './fur-cases.ts';
import type { FurSide } from './fur-side.ts';

/**
 * Creates the peer: Babylon.js's FurMaterial as in its documentation, with one mesh and one draw call per layer. Only its waving is
 * switched off, since it would make every picture different.
 */
export async function createBabylonFur(canvas: HTMLCanvasElement, given: FurCase): Promise<FurSide> {
  const engine = new Engine(canvas, false, { preserveDrawingBuffer: false, stencil: false }, false);
  engine.setSize(given.width, given.height);
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  scene.clearColor = new Color4(...backColor, 1);

  const camera = new FreeCamera('camera', Vector3.FromArray(given.eye), scene);
  camera.setTarget(Vector3.FromArray(given.target));
  camera.fov = given.fieldOfView;
  camera.minZ = 0.1;
  camera.maxZ = 20;
  const lamp = new DirectionalLight('lamp', Vector3.FromArray(toLamp).scale(-1), scene);
  lamp.diffuse = Color3.White();

  const skin = new Mesh('skin', scene);
  const data = new VertexData();
  data.positions = given.mesh.positions;
  data.normals = given.mesh.normals;
  data.uvs = given.mesh.texcoords;
  data.indices = given.mesh.indices;
  data.applyToMesh(skin);

  const { side } = given.fur;
  const material = new FurMaterial('fur', scene);
  material.sideOrientation = Material.CounterClockWiseSideOrientation;
  // Without a diffuse texture, the texture coordinates of the material are undefined, and the ball has no fur.
  material.diffuseTexture = RawTexture.CreateRGBATexture(new Uint8Array(4).fill(255), 1, 1, scene);
  const picture = pictureOfColumns(given.fur);
  // The declaration of `furTexture` requires a DynamicTexture, but the code of Babylon.js accepts any texture.
  const furTexture = RawTexture.CreateRGBATexture(
    picture,
    side,
    side,
    scene,
    true,
    false,
    Texture.TRILINEAR_SAMPLINGMODE,
  );
  furTexture.wrapU = Texture.WRAP_ADDRESSMODE;
  furTexture.wrapV = Texture.WRAP_ADDRESSMODE;
  material.furTexture = furTexture as unknown as typeof material.furTexture;
  material.furColor = new Color3(...furColor);
  // All columns have the length of the mesh. FurMaterial's own lengths use a random number for each vertex.
  material.furLength = 0;
  material.furAngle = 0;
  material.furDensity = 1;
  // Layer 0 is the skin. There are as many layers above it as on our side, the uppermost at the full length.
  const quality = given.layerCount + 1;
  material.furSpacing = (given.length * quality) / given.layerCount;
  material.furSpeed = Number.POSITIVE_INFINITY;
  // At time 0 the material adds a displacement of 0.2 up. This compensates for it.
  material.furGravity = new Vector3(0, -0.2, 0);
  skin.material = material;
  const shells = FurMaterial.FurifyMesh(skin, quality);
  for (const shell of shells) {
    const own = shell.material as FurMaterial;
    own.sideOrientation = material.sideOrientation;
    own.furOcclusion = shell === skin ? skinLight : minLight;
  }
  await scene.whenReadyAsync();
  return {
    context: canvas.getContext('webgl2') as WebGL2RenderingContext,
    render: () => scene.render(),
    resize: (width, height) => engine.setSize(width, height),
    dispose() {
      scene.dispose();
      engine.dispose();
    },
  };
}
