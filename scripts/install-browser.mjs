/**
 * Makes sure that there is a browser: an installed browser, otherwise Debian's package (if this runs as root on Debian), otherwise
 * Playwright's browser. Reports which browser is used. Plain JavaScript on purpose: Node runs it without a build.
 *
 * machine:
 *   find()      the program file of a browser, or null; throws if the one that the environment names is missing
 *   isRoot, isDebian
 *   install(step)  runs a step, `package`, `lists` (of packages) or `playwright`; true if it succeeded
 *   starts(path)   whether an installed browser starts: libraries of the system may be missing
 *   remove()       removes Playwright's browser
 *   say(text)
 *
 * Returns the exit status: 1 only if the environment names a browser that does not exist. Without a browser, tests are skipped.
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
