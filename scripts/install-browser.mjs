/**
 * Sees to it that there is a browser: the one that is there, else Debian's package where this runs as root on Debian, else
 * Playwright's own. Says which one is used. Plain JavaScript on purpose: Node runs it as it is.
 *
 * machine:
 *   find()      the program file of a browser, or null; throws where a named one is missing
 *   isRoot, isDebian
 *   install(step)  does a step, `package`, `lists` (of packages) or `playwright`; true when it went well
 *   starts(path)   whether a browser that was just installed runs at all: it may lack libraries of the system
 *   remove()       takes Playwright's browser away again
 *   say(words)
 *
 * Returns the exit status: 1 only where a browser is named that is not there; without any, tests are left out.
 */
export function installBrowser(machine) {
  const { isRoot, isDebian, say } = machine;
  let browser;
  try {
    browser = machine.find();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  }
  const steps = isRoot && isDebian ? ['package', 'lists', 'package', 'playwright'] : ['playwright'];
  for (const step of steps) {
    if (browser) break;
    say(`${words[step]} …`);
    if (!machine.install(step)) say(`${words[step]} failed`);
    browser = machine.find();
    if (step !== 'playwright' || !browser || machine.starts(browser)) continue;
    say(
      `${browser} does not start here, most likely for want of libraries: ` +
        '"npx playwright-core install-deps chromium" as root installs them. It is removed again',
    );
    machine.remove();
    browser = null;
  }
  say(
    browser
      ? `Browser tests use ${browser}`
      : 'There is no browser and none could be installed: the browser tests are left out',
  );
  return 0;
}

const words = {
  package: 'Installing the package chromium for the browser tests',
  lists: 'Reading the lists of packages',
  playwright: "Installing Playwright's browser for the browser tests",
};
