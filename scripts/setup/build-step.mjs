import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './build-lock.mjs';
import { root, setUpFolder } from './places.mjs';
import { runNode } from './run-program.mjs';
import { steps } from './steps.mjs';

/** True where the step has run on the inputs as they are now, and all that it made is still there. */
export function isUpToDate(step) {
  return whyStale(step) === '';
}

/** Why the step must run, in words; empty where it need not. */
export function whyStale(step) {
  const record = readRecord(step);
  if (!record) return 'not built yet';
  if (record.inputs !== fingerprint(step)) return 'sources have changed';
  return record.outputs.every((file) => existsSync(join(root, file))) ? '' : 'files are missing';
}

/**
 * Runs a step and records what it read and made. What it makes is built beside its place and moved there when it is whole:
 * a build that breaks off leaves the one before it.
 */
export function runStep(step, why) {
  // Taken first: what changes during the build is built the next time.
  const inputs = fingerprint(step);
  const fresh = join(setUpFolder, `${step.name}-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  runNode(`${step.words}${why && ` (${why})`}`, step.command(fresh));
  rmSync(recordPath(step), { force: true });
  if (step.executable) chmodSync(join(fresh, step.executable), 0o755);
  if (step.output) replaceFolder(fresh, join(root, step.output), step.kept);
  mkdirSync(setUpFolder, { recursive: true });
  writeFileSync(recordPath(step), JSON.stringify({ inputs, outputs: listOutputs(step) }));
}

/** Removes what builds that broke off have left. */
export function dropLeftovers() {
  if (!existsSync(setUpFolder)) return;
  for (const name of readdirSync(setUpFolder)) {
    const builder = /^[a-z]+-(\d+)$/.exec(name);
    if (!builder || isAlive(Number(builder[1]))) continue;
    // A compiler that outlives its set-up may still write there.
    rmSync(join(setUpFolder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function replaceFolder(fresh, place, kept) {
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place)) {
    if (!kept.includes(name)) rmSync(join(place, name), { recursive: true });
  }
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(place, name));
  rmSync(fresh, { recursive: true });
}

function recordPath(step) {
  return join(setUpFolder, `${step.name}.json`);
}

/** What the step read and made when it last ran; null where it has not, or nobody can tell. */
function readRecord(step) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(recordPath(step), 'utf8'));
    return typeof inputs === 'string' && Array.isArray(outputs) ? { inputs, outputs } : null;
  } catch {
    return null;
  }
}

/**
 * What the step reads, and what the steps read that it needs: files of folders by name, size and time of change, single
 * files by what they hold (npm writes package-lock.json again without changing it).
 */
function fingerprint(step) {
  const hash = createHash('sha256');
  for (const name of step.needs) hash.update(`${fingerprint(steps.find((other) => other.name === name))}\n`);
  for (const input of step.inputs) {
    for (const file of listFiles(input)) {
      if (step.skip.test(file)) continue;
      const full = join(root, file);
      const { size, mtimeMs } = statSync(full);
      hash.update(file === input ? readFileSync(full) : `${file} ${size} ${Math.floor(mtimeMs)}\n`);
    }
  }
  return hash.digest('hex');
}

function listOutputs(step) {
  if (!step.output) {
    return step.outputs.folders.flatMap(listFiles).filter((file) => step.outputs.pattern.test(file));
  }
  return listFiles(step.output).filter(
    (file) => !step.kept.some((name) => file.startsWith(`${step.output}/${name}/`)),
  );
}

/** Files below a path, sorted, with paths from the repository's folder. A path that is not there has none. */
function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    return entry.isDirectory() ? listFiles(inside) : [inside];
  });
}
