import type { OutputDefinition } from '../output-definition.ts';

/** Grounds: height maps, moving meshes, states, contact sheets. */
export const heightfield = {
  name: 'heightfield',
  files: {
    heightPng: {
      description:
        'height maps, one 16-bit PNG a frame, grey values over a range that README.txt names; for game engines, which read no EXR',
      isDefault: false,
    },
    heightExr: { description: 'height maps, one 32-bit float EXR a frame, in metres', isDefault: true },
    heightTiff: {
      description:
        'height maps, one 32-bit float GeoTIFF a frame, in the coordinates and heights of the GeoTIFF, SRTM tile or ASCII grid that the ground came from; for maps',
      isDefault: false,
    },
    groundMesh: {
      description: 'the ground with its prints as a GLB mesh, which moves as the ground did',
      isDefault: true,
      hasMesh: true,
    },
    groundMdd: {
      description:
        'the ground as an OBJ with a mesh cache (MDD), exact on every frame; for the mesh cache modifiers of Blender, Houdini, Maya and others',
      isDefault: false,
    },
    groundPc2: {
      description: 'the same with the cache as PC2, which 3ds Max (Point Cache) and Blender read',
      isDefault: false,
    },
    groundVat: {
      description:
        'the moving ground as a height texture (PNG) with its mesh (GLB) and a description (JSON), for the players of Godot, Unity, Unreal, three.js, Babylon.js and PlayCanvas in integrations/',
      isDefault: false,
      hasMesh: true,
    },
    snowCaps: {
      description:
        'the snow that lies on characters and other things at the end (snowCover of a ground) as a GLB with one mesh for each',
      isDefault: true,
      hasMesh: true,
    },
    groundState: {
      description:
        'all of the ground as it is at the end (.ground), for a later scene to start from: its terrain',
      isDefault: true,
    },
  },
  pictured: 'of the ground',
  load: () => import('./heightfield-writer.ts').then(({ heightfieldWriter }) => heightfieldWriter),
} as const satisfies OutputDefinition;
