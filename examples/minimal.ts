import { colliderFrom, LiveGround } from 'aftermotion/three';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 1000);
const scene = new THREE.Scene();
scene.background = new THREE.Color('lightsteelblue');
const sun = new THREE.DirectionalLight('white', 3);
sun.castShadow = true;
scene.add(new THREE.HemisphereLight('lightblue', 'tan', 1), sun);

new GLTFLoader().load('mannequin.glb', (gltf) => {
  const runner = gltf.scene;
  runner.rotation.y = Math.PI / 2;
  scene.add(runner);
  sun.target = runner;
  runner.traverse((part) => Object.assign(part, { castShadow: true }));
  const mixer = new THREE.AnimationMixer(runner);
  mixer.clipAction(gltf.animations[0]).play();
  const ground = new LiveGround({ material: 'sand' }); // new: these three lines, and ground.update
  ground.add(colliderFrom(runner)); // any Object3D with any kind of animation
  scene.add(ground.object);

  const timer = new THREE.Timer();
  renderer.setAnimationLoop(() => {
    const dt = timer.update().getDelta();
    mixer.update(dt);
    runner.position.x += 3.3 * dt;
    ground.update(dt); // after the mixer
    sun.position.set(runner.position.x - 3, 4, 2);
    camera.position.set(runner.position.x - 2, 1.6, 3);
    camera.lookAt(runner.position.x, 0.5, 0);
    renderer.render(scene, camera);
  });
});
