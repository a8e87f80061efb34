import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

export interface CommandResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * A clone of the current repository, including uncommitted changes, in a folder with a space in its name.
 * git behaves as on Windows: `core.autocrlf` is true. A substitute for npm takes packages from this checkout.
 */
export class ScratchClone {
  /** The parent folder of the clone, in which tests may create files. */
  readonly around = mkdtempSync(join(tmpdir(), 'aftermotion scratch '));
  readonly folder = join(this.around, 'a clone');
  private readonly npm = join(this.around, 'npm-cli.js');
  private readonly npmLog = join(this.around, 'npm.log');

  constructor() {
    const origin = join(this.around, 'origin');
    const names = git(repository, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
    for (const name of new Set(names)) {
      if (name) cpSync(join(repository, name), join(origin, name), { force: true });
    }
    git(origin, 'init', '--quiet');
    git(origin, 'add', '--all');
    const person = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'commit.gpgsign=false',
    ];
    git(origin, ...person, 'commit', '--quiet', '--message', 'All files');
    git(this.around, 'clone', '--quiet', '-c', 'core.autocrlf=true', origin, this.folder);
    writeFileSync(this.npmLog, '');
    writeFileSync(this.npm, npmScript(this.npmLog));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Appends a comment to a source, as an edit or a pull would change it. */
  touch(name: string, text = '\n// changed\n'): void {
    writeFileSync(this.path(name), readFileSync(this.path(name), 'utf8') + text);
  }

  git(...args: string[]): string {
    return git(this.folder, ...args);
  }

  /** Returns the calls of the clone's npm, one per line. */
  npmCalls(): string[] {
    return readFileSync(this.npmLog, 'utf8').split('\n').filter(Boolean);
  }

  /** Starts a script of the clone with Node, in its own process group. */
  start(script: string, ...args: string[]): ChildProcess {
    return spawn(process.execPath, [this.path(script), ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...plainEnvironment(), npm_execpath: this.npm },
      detached: true,
    });
  }

  run(script: string, ...args: string[]): Promise<CommandResult> {
    return collect(this.start(script, ...args));
  }

  close(): void {
    rmSync(this.around, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for the end of a process. */
export function collect(child: ChildProcess): Promise<CommandResult> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (text) => {
    out += text;
  });
  child.stderr?.on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, out, err }));
  });
}

/** Waits until the output of a process matches. If the process ends before, throws an error with all its output. */
export function waitFor(child: ChildProcess, words: RegExp): Promise<RegExpExecArray> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (text: unknown) => {
      said += text;
      const found = words.exec(said);
      if (found) resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`it ended without ${words}: ${said}`)));
  });
}

/** Returns the environment without the variables of an npm that runs these tests. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

/** Returns whether git exists and this checkout is a git repository. An unpacked archive, for example, is not. */
export function isRepository(): boolean {
  try {
    return existsSync(join(repository, '.git')) && git(repository, 'rev-parse', 'HEAD') !== '';
  } catch {
    return false;
  }
}

function git(folder: string, ...args: string[]): string {
  mkdirSync(folder, { recursive: true });
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_/.test(name)));
  // The checkout may belong to a user other than the one who runs the tests.
  const all = ['-c', 'safe.directory=*', ...args];
  return execFileSync('git', all, { cwd: folder, encoding: 'utf8', env, maxBuffer: 1 << 26 });
}

/** Returns a substitute for npm that links to the packages of this checkout, and records its calls. */
function npmScript(log: string): string {
  return `
    const { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } = require('node:fs');
    const { dirname, resolve } = require('node:path');
    const packages = ${JSON.stringify(join(repository, 'node_modules'))};
    appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n');
    rmSync('node_modules', { recursive: true, force: true });
    const hidden = '.package-lock.json';
    const names = Object.keys(JSON.parse(readFileSync(packages + '/' + hidden, 'utf8')).packages);
    for (const name of names.filter((path) => path.split('node_modules/').length === 2)) {
      mkdirSync(dirname(name), { recursive: true });
      symlinkSync(resolve(packages, '..', name), name, 'junction');
    }
    copyFileSync(packages + '/' + hidden, 'node_modules/' + hidden);
  `;
}
