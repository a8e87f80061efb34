import { mergeConfig } from 'vitest/config';
import common from './vitest.config.ts';

/** Every test in its long form: more kills, more scenes, more of everything (`src/testing/long.ts`). `npm run test:long` */
export default mergeConfig(common, { test: { env: { AFTERMOTION_TESTS: 'long' } } });
