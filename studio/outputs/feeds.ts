import { heightfieldFeed } from './heightfield/feed.ts';
import { morphFeed } from './morph/feed.ts';
import type { AnyFeed } from './output-feed.ts';
import { pointsFeed } from './points/feed.ts';
import { shellsFeed } from './shells/feed.ts';

/** How every kind of output is sent to the page. To add a kind, add one line here and one in `stage-kinds.ts`. */
export const outputFeeds: readonly AnyFeed[] = [heightfieldFeed, morphFeed, pointsFeed, shellsFeed];
