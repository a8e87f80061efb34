import { expect, test } from 'vitest';
import { LiveFur } from './fur/live-fur.ts';
import { LiveGround } from './live/live-ground.ts';
import { LiveParticles } from './points/live-particles.ts';

// Invalid options, as a page in plain JavaScript might pass them. Flesh has a separate test.
test.each<[string, () => unknown, string]>([
  [
    'LiveGround',
    () => new LiveGround({ materal: 'mud' } as never),
    'LiveGround.materal: unknown key, did you mean "material"?',
  ],
  [
    'LiveGround',
    () => new LiveGround({ material: 'lava' } as never),
    'LiveGround.material: expected "sand" or "mud" or "snow", got "lava"',
  ],
  ['LiveGround', () => new LiveGround({ datum: 1 } as never), 'LiveGround.datum: unknown key'],
  [
    'LiveFur',
    () => LiveFur.create({ coat: 'dog' } as never),
    'coat: unknown key, write it in "params": { "coat": … }',
  ],
  [
    'LiveFur',
    () => LiveFur.create({ params: { lenght: 1 } } as never),
    'lenght: unknown key, did you mean "length"?',
  ],
  [
    'LiveParticles',
    () => LiveParticles.create({ params: {}, sed: 1 } as never),
    'sed: unknown key, did you mean "seed"?',
  ],
  [
    'LiveParticles',
    () => LiveParticles.create({ params: { drga: 1 } } as never),
    'drga: unknown key, did you mean "drag"?',
  ],
])('%s refuses unknown options (%#)', async (_, make, text) => {
  await expect((async () => make())()).rejects.toThrow(text);
});
