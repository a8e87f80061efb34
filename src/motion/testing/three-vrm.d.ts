// The packages' own declarations cannot be resolved by Node's rules, since their imports have no extensions. Only what tests use is declared.
declare module '@pixiv/three-vrm-springbone' {
  import type { Vector3 } from 'three';
  import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

  export class VRMSpringBoneLoaderPlugin implements GLTFLoaderPlugin {
    readonly name: string;
    constructor(parser: GLTFParser);
  }

  export interface VRMSpringBoneManager {
    readonly joints: Set<{ readonly initialLocalChildPosition: Vector3 }>;
    reset(): void;
    update(seconds: number): void;
  }
}

declare module '@pixiv/three-vrm-core' {
  import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

  export class VRMExpressionLoaderPlugin implements GLTFLoaderPlugin {
    readonly name: string;
    constructor(parser: GLTFParser);
  }

  export class VRMHumanoidLoaderPlugin implements GLTFLoaderPlugin {
    readonly name: string;
    constructor(parser: GLTFParser);
  }
}

declare module '@pixiv/three-vrm-animation' {
  import type { AnimationClip } from 'three';
  import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

  export class VRMAnimationLoaderPlugin implements GLTFLoaderPlugin {
    readonly name: string;
    constructor(parser: GLTFParser);
  }

  export function createVRMAnimationClip(animation: unknown, vrm: object): AnimationClip;
}
