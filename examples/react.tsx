import { Canvas } from '@react-three/fiber';
import { Character, Ground } from 'aftermotion/react';

export default function App() {
  return (
    <Canvas
      shadows
      camera={{ position: [0, 2.2, 6.5], fov: 40 }}
      style={{ position: 'fixed', inset: 0, background: 'lightsteelblue' }}
    >
      <hemisphereLight args={['lightblue', 'tan', 1]} />
      <directionalLight position={[-3, 4, 2]} intensity={3} castShadow />
      <Ground material="sand">
        <Character src="mannequin.glb" position={[-2.5, 0, 0]} speed={3.3} turn={1.32} />
      </Ground>
    </Canvas>
  );
}
