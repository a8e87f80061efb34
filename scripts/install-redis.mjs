/**
 * Makes sure that the tests of queues have a Redis server, as far as this machine allows. Plain JavaScript on purpose: Node runs it without a build.
 *
 * machine:
 *   isThere()      whether the command `redis-server` works
 *   canInstall     whether packages of Debian can be installed
 *   install(step)  runs a step, `package` or `lists` (of packages)
 *   say(text)
 *
 * Without a server, these tests are skipped.
 */
export function installRedis({ isThere, canInstall, install, say }) {
  for (const step of canInstall ? ['package', 'lists', 'package'] : []) {
    if (isThere()) return;
    say(`${words[step]} …`);
    install(step);
  }
  if (!isThere())
    say('There is no redis-server and none could be installed: the tests of queues are left out');
}

const words = {
  package: 'Installing the package redis-server for the tests of queues',
  lists: 'Reading the lists of packages',
};
