import { crowdColliderFrom, FleshCrowd, LiveGround, ThreadedFur, ThreadedParticles } from 'aftermotion/three';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(32, innerWidth / innerHeight, 0.1, 400);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#c9d3de');
scene.fog = new THREE.Fog('#c9d3de', 25, 130);
const sun = new THREE.DirectionalLight('#ffd9b0', 3.2);
sun.castShadow = true;
sun.shadow.mapSize.set(4096, 4096);
Object.assign(sun.shadow.camera, { left: -22, right: 22, top: 22, bottom: -22, far: 120 });
scene.add(new THREE.HemisphereLight('#b9cbe6', '#e8e4dc', 1.5), sun, sun.target);

// A character, and its walk as 60 poses that all people share. Drawing 100 of them takes one draw call for each of its meshes.
const count = 100;
const { scene: walker, animations } = await new GLTFLoader().loadAsync('mannequin.glb');
walker.traverse((part) => Object.assign(part, { castShadow: true, receiveShadow: true }));
const people = new FleshCrowd(walker, [], { count, poseCount: 60 });
const walk = animations.find(({ name }) => name === 'walk')!;
const mixer = new THREE.AnimationMixer(walker);
mixer.clipAction(walk).play();
for (let pose = 0; pose < 60; pose++) {
  mixer.setTime((pose / 60) * walk.duration);
  people.readPose(pose);
}
scene.add(people.object);
const shirts = ['#a8402f', '#2f5d7c', '#c89a3c', '#44603f', '#e0dacb', '#5b4a6b'].map(
  (name) => new THREE.Color(name),
);
for (const mesh of people.meshes) {
  const material = mesh.material as THREE.MeshStandardMaterial;
  if (material.name !== 'shirt') continue;
  material.color.set('white');
  for (let k = 0; k < count; k++) mesh.setColorAt(k, shirts[(k * 7 + (k >> 3)) % 6]);
}
let skeleton!: THREE.Skeleton;
walker.traverse((part) => (skeleton = (part as THREE.SkinnedMesh).skeleton ?? skeleton));

// One collider for all feet. Each system needs its own, since each reads the motion at its own time.
const { object, readBones } = people;
const feet = () =>
  crowdColliderFrom(object, { readBones, skeleton, bones: ['foot.L', 'foot.R'], detail: 0.02 });
const ground = new LiveGround({ material: 'snow', cell: '2cm', rate: 60, softDepth: 0.06 });
ground.add(feet());
const grass = await ThreadedFur.create({
  params: {
    coat: 'grass',
    size: [5, 2],
    center: [-9, 0.05, 5],
    length: 0.3,
    density: 0.4,
    boundaryWidth: 0.8,
  },
});
grass.add(feet());
const flakes = await ThreadedParticles.create({
  params: {
    look: 'smoke',
    shapes: [{ shape: 'box', name: 'air', size: [40, 12, 30], position: [0, 6, 0] }],
    sources: [{ from: 'air', count: 5000, size: 0.03, velocity: [0.3, -0.6, 0] }],
    forces: [{ force: 'turbulence', acceleration: 0.4 }],
  },
});
scene.add(ground.object, grass.object, flakes.object);

/** Positions the people at a time, each with its own stride, lane and build. */
const place = new THREE.Object3D();
function move(time: number): void {
  for (let k = 0; k < count; k++) {
    const [row, lane, luck] = [Math.floor(k / 10), k % 10, (k * 0.618034) % 1];
    const pace = 0.95 + 0.1 * luck;
    people.poses[k] = Math.floor(60 * (((time * pace) / walk.duration + luck) % 1));
    place.position.set(1.4 * time * pace - 1.7 * row - 1.2 * luck, 0, 1.3 * (lane - 4.5) + 0.7 * luck);
    place.rotation.y = Math.PI / 2;
    place.updateMatrix();
    people.setPlace(k, place.matrix);
  }
  people.update();
}

const timer = new THREE.Timer();
let time = 0;
renderer.setAnimationLoop(() => {
  const dt = timer.update().getDelta();
  time += Math.min(dt, 0.1);
  move(time);
  for (const system of [ground, grass, flakes]) system.update(dt);
  sun.target.position.set(1.4 * time - 9, 0, 0);
  sun.position.set(1.4 * time + 6, 8, -24);
  camera.position.set(1.4 * time - 22, 2.6, 1.5);
  camera.lookAt(1.4 * time - 8, 0, 0);
  renderer.render(scene, camera);
});
