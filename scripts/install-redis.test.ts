import { expect, test } from 'vitest';

interface Machine {
  isThere(): boolean;
  readonly canInstall: boolean;
  install(step: string): void;
  say(text: string): void;
}

const script = new URL('./install-redis.mjs', import.meta.url).href;
const { installRedis } = (await import(script)) as { installRedis(machine: Machine): void };

test.each([
  [true, 0, [], null],
  [true, 1, ['package'], /^Installing the package redis-server/],
  [true, 3, ['package', 'lists', 'package'], /^Installing the package redis-server/],
  [true, 4, ['package', 'lists', 'package'], /tests of queues are left out/],
  [false, 0, [], null],
  [false, 1, [], /tests of queues are left out/],
])(
  'installing allowed: %s, a server is there after %i steps: the steps are %j',
  (canInstall, needed, expected, last) => {
    const steps: string[] = [];
    const said: string[] = [];
    installRedis({
      canInstall,
      isThere: () => steps.length >= needed,
      install: (step) => void steps.push(step),
      say: (text) => void said.push(text),
    });
    expect(steps).toEqual(expected);
    if (last) expect(said.at(-1)).toMatch(last);
    else expect(said).toEqual([]);
  },
);
