// Makes sure that the tests of queues have a Redis server: see install-redis.mjs.
import { spawnSync } from 'node:child_process';
import { canInstall, installPackage, readPackageLists } from './apt.mjs';
import { installRedis } from './install-redis.mjs';

const steps = { package: () => installPackage('redis-server'), lists: readPackageLists };

installRedis({
  isThere: () => spawnSync('redis-server', ['--version']).status === 0,
  canInstall,
  install: (step) => steps[step](),
  say: (text) => console.error(text),
});
