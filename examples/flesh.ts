import { decodeFleshPart, LiveFlesh } from 'aftermotion/three';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(30, innerWidth / innerHeight, 0.1, 100);
camera.position.set(3, 1.4, 3);
camera.lookAt(0, 1, 0);
const scene = new THREE.Scene();
scene.background = new THREE.Color('lightsteelblue');
const sun = new THREE.DirectionalLight('white', 3);
sun.position.set(2, 4, 3);
sun.castShadow = true;
sun.shadow.normalBias = 0.03;
scene.add(new THREE.HemisphereLight('lightblue', 'tan', 1), sun);

const gltf = await new GLTFLoader().loadAsync('heavy-mannequin.glb');
gltf.scene.traverse((part) => Object.assign(part, { castShadow: true, receiveShadow: true }));
scene.add(gltf.scene);
const mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).play();

const file = await fetch('belly.flesh');
const belly = decodeFleshPart(new Uint8Array(await file.arrayBuffer()));
const flesh = new LiveFlesh(gltf.scene, belly, { gltf, material: 'belly' });

const timer = new THREE.Timer();
renderer.setAnimationLoop(() => {
  const dt = timer.update().getDelta();
  mixer.update(dt);
  flesh.update(dt);
  renderer.render(scene, camera);
});
