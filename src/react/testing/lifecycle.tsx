import { Canvas, type RootState, useFrame, useLoader } from '@react-three/fiber';
import { Flesh, FleshLoader, Fur, Ground, Particles, Prints } from 'aftermotion/react';
import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AnimationMixer, Box3, type Group, type Mesh } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import type {
  LiveFlesh,
  LiveFur,
  LiveGround,
  LiveParticles,
  ThreadedFur,
  ThreadedParticles,
} from '../../three/index.ts';

// The page of `examples/react.browser.test.ts`: all components, with properties that the test sets from outside.

/** What the test sets. */
export interface Wanted {
  readonly ground: boolean;
  readonly others: boolean;
  readonly character: boolean;
  readonly model: 'mannequin.glb' | 'heavy-mannequin.glb';
  readonly material: string;
  readonly height: number;
  readonly paused: boolean;
  readonly frameloop: 'always' | 'demand';
  readonly ownDrawing: boolean;
}

// Counts the running Workers.
const workers = new Set<Worker>();
globalThis.Worker = class extends Worker {
  constructor(...options: ConstructorParameters<typeof Worker>) {
    super(...options);
    workers.add(this);
  }
  override terminate() {
    workers.delete(this);
    super.terminate();
  }
};

const shown: {
  root?: RootState;
  /** All grounds that the reference has held. */
  grounds: LiveGround[];
  flesh?: RefObject<LiveFlesh | null>;
  fur?: RefObject<LiveFur | ThreadedFur | null>;
  particles?: RefObject<LiveParticles | ThreadedParticles | null>;
  failure: string | null;
  notes: string[];
  frames: number;
  draws: number;
  isGroundThereInEffect: boolean;
} = { grounds: [], failure: null, notes: [], frames: 0, draws: 0, isGroundThereInEffect: false };

function Character({ model, at }: { readonly model: Wanted['model']; readonly at: RefObject<Group | null> }) {
  const { scene, animations } = useLoader(GLTFLoader, model);
  const mixer = useMemo(() => new AnimationMixer(scene), [scene]);
  useFrame((_, dt) => {
    mixer.clipAction(animations[0]).play();
    mixer.update(dt);
    if (at.current) at.current.position.x += 3.3 * dt;
  });
  return <primitive object={scene} rotation-y={Math.PI / 2} />;
}

function Belly({ of }: { readonly of: RefObject<Group | null> }) {
  const flesh = useRef<LiveFlesh>(null);
  const gltf = useLoader(GLTFLoader, 'heavy-mannequin.glb');
  const belly = useLoader(FleshLoader, 'belly.flesh');
  shown.flesh = flesh;
  return <Flesh ref={flesh} of={of} parts={belly} gltf={gltf} material="belly" />;
}

function Others() {
  const fur = useRef<LiveFur | ThreadedFur>(null);
  const particles = useRef<LiveParticles | ThreadedParticles>(null);
  const ball = useRef<Mesh>(null);
  Object.assign(shown, { fur, particles });
  return (
    <>
      <mesh ref={ball} position={[0, 1, 0]}>
        <sphereGeometry args={[0.2, 12, 8]} />
      </mesh>
      <Fur ref={fur} of={ball} params={{ length: 0.05, layerCount: 12 }} wind={[1, 0, 0]} />
      <Particles
        ref={particles}
        position={[0, 2, 0]}
        params={{
          shapes: [{ shape: 'ball', name: 'ball' }],
          sources: [{ from: 'ball', count: 50 }],
          forces: [{ force: 'gravity' }],
        }}
      >
        <Prints of={ball} />
      </Particles>
    </>
  );
}

function Draw() {
  useFrame(({ gl, scene, camera }) => gl.render(scene, camera), 1);
  return null;
}

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError(error: Error) {
    shown.failure = error.message;
    return { failed: true };
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

function Scene({ wanted }: { readonly wanted: Wanted }) {
  const runner = useRef<Group>(null);
  const ground = useRef<LiveGround>(null);
  useFrame(() => {
    shown.frames++;
  });
  useEffect(() => {
    if (wanted.ground) shown.isGroundThereInEffect = ground.current !== null;
  });
  const { material, height, paused } = wanted;
  return (
    <>
      {wanted.ground && (
        <Boundary key={material}>
          <Ground
            ref={(one) => {
              ground.current = one;
              if (one && shown.grounds.at(-1) !== one) shown.grounds.push(one);
            }}
            // A literal and a function, which are new in every render.
            size={[400, 4]}
            onNote={(note) => shown.notes.push(note)}
            material={material as 'sand'}
            position={[0, height, 0]}
            paused={paused}
          >
            <Prints of={runner} />
          </Ground>
        </Boundary>
      )}
      <group ref={runner}>
        <Suspense fallback={null}>
          {wanted.character && <Character model={wanted.model} at={runner} />}
        </Suspense>
      </group>
      <Suspense fallback={null}>{wanted.others && <Belly of={runner} />}</Suspense>
      {wanted.others && <Others />}
      {wanted.ownDrawing && <Draw />}
    </>
  );
}

export default function App() {
  const [wanted, setWanted] = useState<Wanted>({
    ground: false,
    others: false,
    character: true,
    model: 'heavy-mannequin.glb',
    material: 'sand',
    height: 0,
    paused: false,
    frameloop: 'always',
    ownDrawing: false,
  });
  Object.assign(globalThis, {
    want: (change: Partial<Wanted>) => setWanted((before) => ({ ...before, ...change })),
    read,
  });
  return (
    <Canvas
      frameloop={wanted.frameloop}
      style={{ position: 'fixed', inset: 0 }}
      onCreated={(root) => {
        shown.root = root;
        const { gl } = root;
        const draw = gl.render.bind(gl);
        gl.render = (...values) => {
          shown.draws++;
          draw(...values);
        };
      }}
    >
      <Scene wanted={wanted} />
    </Canvas>
  );
}

/** What the test reads. */
export interface Shown {
  readonly workers: number;
  readonly groundCount: number;
  readonly isGroundThereInEffect: boolean;
  readonly hasPrints: boolean;
  /** Height of the drawn ground's object, and of its middle in the world. */
  readonly level: number | null;
  readonly hasFlesh: boolean;
  readonly hasFur: boolean;
  readonly particleTime: number;
  readonly memory: { readonly geometries: number; readonly textures: number };
  readonly objects: number;
  readonly failure: string | null;
  readonly notes: readonly string[];
  readonly frames: number;
  readonly draws: number;
}

function read(): Shown {
  const { root, grounds, flesh, fur, particles } = shown;
  const ground = grounds.at(-1);
  let objects = 0;
  root?.scene.traverse(() => objects++);
  const bounds = ground ? new Box3().copy(ground.object.bounds) : null;
  const state = flesh?.current?.states[0];
  return {
    workers: workers.size,
    groundCount: grounds.length,
    isGroundThereInEffect: shown.isGroundThereInEffect,
    hasPrints: !!ground && bounds!.min.y < ground.object.datum - 0.01,
    level: ground?.object.parent ? ground.object.position.y : null,
    hasFlesh: state?.amplitudes.some((amplitude) => amplitude !== 0) ?? false,
    hasFur: !!fur?.current,
    particleTime: particles?.current?.time ?? 0,
    memory: {
      geometries: root?.gl.info.memory.geometries ?? 0,
      textures: root?.gl.info.memory.textures ?? 0,
    },
    objects,
    failure: shown.failure,
    notes: shown.notes,
    frames: shown.frames,
    draws: shown.draws,
  };
}
