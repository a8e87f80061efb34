import { brushPanel } from './brush-panel.ts';
import { characterPanel } from './character-panel.ts';
import { fleshPanel } from './flesh-panel.ts';
import { furPanel, loneFurPanel } from './fur-panel.ts';
import type { PanelDefinition } from './panel.ts';
import { addParticlesPanel, particlesPanel } from './particles-panel.ts';
import { picturePanel } from './picture-panel.ts';
import { sharePanel } from './share-panel.ts';
import { simulationPanel } from './simulation-panel.ts';
import { heroPanel, systemsPanel } from './system-panel.ts';
import { timePanel } from './time-panel.ts';
import { addWindPanel, windPanel } from './wind-panel.ts';

/** All panels, from top to bottom. To add one, add a file and a line here. */
export const panelDefinitions: readonly PanelDefinition[] = [
  windPanel,
  particlesPanel,
  loneFurPanel,
  heroPanel,
  characterPanel,
  fleshPanel,
  furPanel,
  addWindPanel,
  brushPanel,
  systemsPanel,
  addParticlesPanel,
  timePanel,
  simulationPanel,
  picturePanel,
  sharePanel,
];
