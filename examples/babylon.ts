import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { colliderFrom, LiveGround } from 'aftermotion/babylon';
import '@babylonjs/core/Animations/animatable.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';

const canvas = document.body.appendChild(document.createElement('canvas'));
Object.assign(canvas, { width: innerWidth, height: innerHeight });
const scene = new Scene(new Engine(canvas, true));
scene.clearColor = new Color4(0.69, 0.77, 0.87, 1);
const camera = new TargetCamera('camera', new Vector3(-2, 1.6, -3), scene);
new HemisphericLight('sky', Vector3.Up(), scene).intensity = 0.5;
new DirectionalLight('sun', new Vector3(3, -4, 2), scene).intensity = 0.7;

const { meshes, animationGroups } = await ImportMeshAsync('mannequin.glb', scene);
const [runner] = meshes;
runner.rotation = new Vector3(0, -Math.PI / 2, 0);
runner.position.x = -3;
animationGroups[0].start(true);

const ground = new LiveGround(scene, { material: 'sand', size: [8, 2] });
ground.add(colliderFrom(runner));
const sand = new StandardMaterial('sand', scene);
sand.diffuseColor = new Color3(0.76, 0.65, 0.45);
sand.specularColor = Color3.Black();
ground.mesh.material = sand;

scene.onBeforeRenderObservable.add(() => {
  const dt = scene.getEngine().getDeltaTime() / 1000;
  runner.position.x += 3.3 * dt;
  if (runner.position.x > 3) {
    runner.position.x = -3;
    ground.cut();
  }
  ground.update(dt); // after the animation, which runs before this
  camera.position.x = runner.position.x - 2;
  camera.setTarget(new Vector3(runner.position.x, 0.6, 0));
});
scene.getEngine().runRenderLoop(() => scene.render());
