import { expect, test } from 'vitest';
import { writeScenePage } from './scene-page.ts';

// `npx vitest run src/scene -u` writes it anew.
test('docs/scene-file.md is current', async () => {
  await expect(writeScenePage()).toMatchFileSnapshot('../../docs/scene-file.md');
});
