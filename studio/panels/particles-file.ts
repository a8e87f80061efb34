import { entryAt, type ListLocation } from '../document/edit-scene.ts';
import { fileKeyOf } from '../particles/shape-files.ts';
import { createFileField } from './file-field.ts';
import type { Panel, StudioActions } from './panel.ts';

/** Creates the field for the file from which a shape is created. */
export function createShapeFile(location: ListLocation, label: string, actions: StudioActions): Panel {
  return createFileField({
    label,
    path({ document }) {
      const shape = entryAt(document.scene, location);
      const key = fileKeyOf(shape.shape);
      return key === null ? undefined : shape[key];
    },
    take: (file) => actions.particles.takeFile(location, file),
  });
}
