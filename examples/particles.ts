import { createFunctionShape, LiveParticles } from 'aftermotion/three';
import * as THREE from 'three';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight, 0.1, 100);
camera.position.set(0, 0.6, 5.5);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#15171b');
scene.add(new THREE.HemisphereLight('lightsteelblue', 'tan', 4));

// A word that the browser draws: any function of a position can be a shape.
const paper = new OffscreenCanvas(400, 100).getContext('2d')!;
paper.font = 'bold 95px sans-serif';
paper.fillText('Howdy', 45, 72);
const { data } = paper.getImageData(0, 0, 400, 100);
const contains = (x: number, y: number) =>
  data[4 * (400 * Math.floor(100 * (1 - y)) + Math.floor(100 * (x + 2))) + 3] > 128;
const word = createFunctionShape({ name: 'word', min: [-2, 0, -0.1], max: [2, 1, 0.1], contains });

const smoke = await LiveParticles.create({
  params: {
    look: 'smoke',
    opacity: 0.3,
    shapes: [{ shape: 'ball', name: 'puff', position: [0, 0.5, 0] }],
    sources: [{ from: 'puff', count: 8000, size: 0.07 }],
    forces: [{ force: 'turbulence', acceleration: 2 }],
    keys: [{ to: ['word'], start: 1, end: 4, hold: 2 }], // at 4 s every particle is at its target
  },
  shapes: [word],
});
scene.add(smoke.object);

const timer = new THREE.Timer();
renderer.setAnimationLoop(() => {
  smoke.update(timer.update().getDelta());
  if (smoke.time > 9) smoke.seek(0);
  renderer.render(scene, camera);
});
