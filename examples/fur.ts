import { colliderFrom, LiveFur } from 'aftermotion/three';
import * as THREE from 'three';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight, 0.05, 20);
camera.position.set(0, 0.5, 1.8);
const scene = new THREE.Scene();
scene.background = new THREE.Color('lightsteelblue');
const sun = new THREE.DirectionalLight('white', 2.5);
sun.position.set(-1, 2, 1.5);
scene.add(sun, new THREE.HemisphereLight('white', 'tan', 1.5));

const ring = new THREE.Mesh(new THREE.TorusKnotGeometry(0.3, 0.1, 120, 24));
const ball = new THREE.Mesh(new THREE.SphereGeometry(0.08), new THREE.MeshStandardMaterial());
scene.add(ring, ball);

const fur = await LiveFur.create({ mesh: ring, params: { coat: 'fox', length: 0.06 } });
fur.add(colliderFrom(ball));
scene.add(fur.object);

const mouse = new THREE.Raycaster();
addEventListener('pointermove', ({ clientX, clientY, movementX, movementY }) => {
  const position = new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight);
  mouse.setFromCamera(position, camera);
  fur.push(mouse.ray, 0.12, new THREE.Vector3(movementX, -movementY, 0).multiplyScalar(4));
});

const timer = new THREE.Timer();
renderer.setAnimationLoop((now) => {
  ring.rotation.set(0, Math.sin(now / 700), 0);
  ball.position.set(0.5 * Math.cos(now / 900), 0.4 * Math.sin(now / 1300), 0.3);
  fur.update(timer.update().getDelta());
  renderer.render(scene, camera);
});
