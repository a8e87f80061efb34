import { Canvas, useFrame, useLoader } from '@react-three/fiber';
import { Ground, Prints } from 'aftermotion/react';
import { useMemo, useRef } from 'react';
import { AnimationMixer, type Group } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

function Beach() {
  const { scene, animations } = useLoader(GLTFLoader, 'mannequin.glb');
  const mixer = useMemo(() => new AnimationMixer(scene), [scene]);
  const runner = useRef<Group>(null!);
  useFrame(({ camera }, dt) => {
    mixer.clipAction(animations[0]).play();
    mixer.update(dt);
    const { position } = runner.current;
    position.x += 3.3 * dt;
    camera.position.set(position.x - 2, 1.6, 3);
    camera.lookAt(position.x, 0.5, 0);
  });
  scene.traverse((part) => Object.assign(part, { castShadow: true }));
  return (
    <Ground material="sand">
      <group ref={runner}>
        <primitive object={scene} rotation-y={Math.PI / 2} />
        <directionalLight position={[-3, 4, 2]} target={scene} intensity={3} castShadow />
      </group>
      <Prints of={runner} />
    </Ground>
  );
}

export default function App() {
  return (
    <Canvas
      shadows
      camera={{ fov: 40 }}
      style={{ position: 'fixed', inset: 0, background: 'lightsteelblue' }}
    >
      <hemisphereLight args={['lightblue', 'tan', 1]} />
      <Beach />
    </Canvas>
  );
}
