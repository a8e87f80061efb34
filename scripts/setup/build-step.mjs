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

/** Returns true if the step has run on the current inputs, and all its outputs still exist. */
export function isUpToDate(step) {
  return whyStale(step) === '';
}

/** Returns the reason to run the step, as a message. The message is empty if the step need not run. */
export function whyStale(step) {
  const record = readRecord(step);
  if (!record) return 'not built yet';
  if (record.inputs !== fingerprint(step)) return 'sources have changed';
  return record.outputs.every((file) => existsSync(join(root, file))) ? '' : 'files are missing';
}

/**
 * Runs a step and records its inputs and outputs. The output is built in a separate folder and moved when it is complete, so after an
 * interrupted build, the previous output still exists.
 */
export function runStep(step, why) {
  // The inputs are recorded before the build, so that inputs that change during the build cause another build.
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

/** Removes the files of interrupted builds. */
export function dropLeftovers() {
  if (!existsSync(setUpFolder)) return;
  for (const name of readdirSync(setUpFolder)) {
    const builder = /^[a-z]+-(\d+)$/.exec(name);
    if (!builder || isAlive(Number(builder[1]))) continue;
    // A compiler whose parent process has ended may still write to this folder.
    rmSync(join(setUpFolder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function replaceFolder(fresh, folder, kept) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
  }
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(folder, name));
  rmSync(fresh, { recursive: true });
}

function recordPath(step) {
  return join(setUpFolder, `${step.name}.json`);
}

/** Returns inputs and outputs of the step from its last run. Returns null if it has not run, or if the record cannot be read. */
function readRecord(step) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(recordPath(step), 'utf8'));
    return typeof inputs === 'string' && Array.isArray(outputs) ? { inputs, outputs } : null;
  } catch {
    return null;
  }
}

/**
 * Returns the inputs of the step and of the steps that it needs. Files of folders are identified by name, size and modification time,
 * single files by their contents (npm rewrites package-lock.json without changing it).
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

/** Returns the sorted files below a path, relative to the repository. Empty if the path does not exist. */
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
