import type { OutputDefinition } from '../output-definition.ts';

/** Flesh and fur as vertex-animation textures that players of OpenVAT read. */
export const openVat = {
  name: 'openVat',
  files: {
    openVat: {
      description:
        'each character with moving flesh or fur, and each coat of fur, as vertex-animation textures in the layout of OpenVAT, for its players in Godot, Unity, Unreal and three.js',
      of: ['morph', 'shells'],
      isDefault: false,
    },
  },
  isNeeded: (outputs) => outputs.includes('openVat'),
  load: () => import('./open-vat-writer.ts').then(({ openVatWriter }) => openVatWriter),
} as const satisfies OutputDefinition;
