import { StageCovers } from './heightfield/stage-covers.ts';
import { StageGrounds } from './heightfield/stage-grounds.ts';
import { StageMorphs } from './morph/stage-morphs.ts';
import { StagePoints } from './points/stage-points.ts';
import { StageShells } from './shells/stage-shells.ts';
import type { StageHost, StageKind } from './stage-kind.ts';

/** The drawing code of every kind of output. To add a kind, add one line here and one in `feeds.ts`. */
export const stageKinds = {
  heightfield: (host: StageHost) => new StageGrounds(host),
  covers: (host: StageHost) => new StageCovers(host),
  morph: (host: StageHost) => new StageMorphs(host),
  points: (host: StageHost) => new StagePoints(host),
  shells: (host: StageHost) => new StageShells(host),
} satisfies Record<string, (host: StageHost) => StageKind>;

/** The drawing code of one stage, by kind. */
export type StageDrawings = {
  readonly [Kind in keyof typeof stageKinds]: ReturnType<(typeof stageKinds)[Kind]>;
};
