import { setValue } from './edit-scene.ts';
import { actorsOf, type SceneData, systemsOf } from './studio-document.ts';

/**
 * Returns a copy of a scene with another material in a system. The depth to which feet sink follows from the material, unless the scene
 * sets it.
 */
export function chooseMaterial(
  scene: SceneData,
  opened: SceneData,
  system: number,
  material: string,
): SceneData {
  const isOwn = systemsOf(opened)[system]?.material === material;
  return actorsOf(scene).reduce<SceneData>(
    (next, _, index) => {
      const softDepth = isOwn ? actorsOf(opened)[index]?.softDepth : undefined;
      return setValue(next, `actors.${index}`, 'softDepth', softDepth);
    },
    setValue(scene, `systems.${system}`, 'material', material),
  );
}
