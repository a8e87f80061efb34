import { useFrame, useLoader } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { AnimationMixer, type Group, type Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { findClip } from './find-clip.ts';
import { useInvalidation } from './frame-steps.ts';
import { type ObjectProps, splitObjectProps } from './object-props.ts';
import { Prints } from './prints.ts';
import { TouchedContext } from './touched.ts';

/** Properties of `<Character>`, and those of a `<group>`, such as `position` and `onClick`. All may change at any time. */
export interface CharacterProps extends ObjectProps {
  /** The group that moves, as soon as the file has loaded. */
  readonly ref?: Ref<Group>;
  /** Address of a glTF file (.glb, .gltf). */
  readonly src: string;
  /** The clip that is played: its name, or its number in the file. Default: the first one. */
  readonly clip?: string | number;
  /** Speed of the clip: 1 is that of the file. Default 1. */
  readonly clipSpeed?: number;
  /** Speed along the character's own +Z axis, to which characters of glTF files face, m/s. Default 0. */
  readonly speed?: number;
  /** How fast it rotates to its left, rad/s. With a speed, it moves on a circle with the radius speed / turn. Default 0. */
  readonly turn?: number;
  /** While true, it stands still. */
  readonly paused?: boolean;
  /** False if it leaves no prints. Default: prints in the `<Ground>` around it, if there is one. */
  readonly prints?: boolean;
  /** What moves with the character: a light, a camera. */
  readonly children?: ReactNode;
}

/** A frame that took longer is not a motion: a hidden tab, a breakpoint. Seconds. */
const longestFrame = 0.25;

/**
 * A character of a glTF file that plays a clip and walks. It casts shadows, and leaves prints in the `<Ground>` around it. It appears when its
 * file has loaded, and everything around it is there before. Several characters may have the same file.
 */
export function Character(props: CharacterProps): ReactElement {
  return createElement(Suspense, { fallback: null }, createElement(LoadedCharacter, props));
}

function LoadedCharacter({ ref, ...props }: CharacterProps): ReactElement {
  const { object, options } = splitObjectProps(props);
  const {
    src,
    clip = 0,
    clipSpeed = 1,
    speed = 0,
    turn = 0,
    paused = false,
    prints = true,
    children,
  } = options;
  const { scene, animations } = useLoader(GLTFLoader, src);
  const model = useMemo(() => copyModel(scene), [scene]);
  const played = useMemo(() => findClip(animations, clip, src), [animations, clip, src]);
  const mixer = useMemo(() => new AnimationMixer(model), [model]);
  const mover = useRef<Group>(null!);
  const touched = useContext(TouchedContext);
  useImperativeHandle(ref, () => mover.current);
  useInvalidation();
  useEffect(() => {
    if (!played) return;
    const action = mixer.clipAction(played).play();
    return () => {
      action.stop();
      mixer.uncacheAction(played);
    };
  }, [mixer, played]);
  useFrame(({ invalidate, frameloop }, time) => {
    if (paused) return;
    const dt = Math.min(time, longestFrame);
    mixer.update(clipSpeed * dt);
    const { position, rotation } = mover.current;
    rotation.y += turn * dt;
    position.x += speed * dt * Math.sin(rotation.y);
    position.z += speed * dt * Math.cos(rotation.y);
    if (frameloop === 'demand') invalidate();
  });
  return createElement(
    'group',
    object,
    createElement(
      'group',
      { ref: mover },
      createElement('primitive', { object: model, dispose: null }),
      children,
    ),
    touched && prints ? createElement(Prints, { of: mover }) : null,
  );
}

/** Copies a model, with a skeleton of its own, whose meshes cast shadows. */
function copyModel(scene: Object3D): Object3D {
  const model = clone(scene);
  model.traverse((part) => {
    part.castShadow = true;
  });
  return model;
}
