// The lines in the registries for a shipped system and for a kind of output. A test writes them, which shows that no more lines are needed.
// Import this module before everything else: values derived from the registries are computed at their first import.

import type { OutputDefinition } from '../../../src/bake/output-definition.ts';
import { outputDefinitions } from '../../../src/bake/output-definitions.ts';
import { systemEntries } from '../../../src/systems/index.ts';
import type { SystemEntry } from '../../../src/systems/system.ts';
import type { AnyDrawer } from '../../../src/three/output-drawer.ts';
import { outputDrawers } from '../../../src/three/output-drawers.ts';
import { outputFeeds } from '../../outputs/feeds.ts';
import type { AnyFeed } from '../../outputs/output-feed.ts';
import type { StageHost } from '../../outputs/stage-kind.ts';
import { stageKinds } from '../../outputs/stage-kinds.ts';
import { rods } from './bake.ts';
import { pendulumsDescription } from './description.ts';
import { rodsDrawer } from './draw-rods.ts';
import { rodsFeed } from './rods-feed.ts';
import { StageRods } from './stage-rods.ts';

// src/systems/index.ts
(systemEntries as SystemEntry[]).push({
  ...pendulumsDescription,
  load: async () => (await import('./system.ts')).pendulumsSystem,
});
// src/bake/output-definitions.ts
(outputDefinitions as unknown as OutputDefinition[]).push(rods);
// src/three/output-drawers.ts
(outputDrawers as AnyDrawer[]).push(rodsDrawer);
// studio/outputs/feeds.ts
(outputFeeds as AnyFeed[]).push(rodsFeed);
// studio/outputs/stage-kinds.ts
Object.assign(stageKinds, { rods: (host: StageHost) => new StageRods(host) });
