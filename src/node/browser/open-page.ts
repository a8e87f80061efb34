import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserFlagOptions, browserFlags, type DrawingBackend } from './browser-flags.ts';

/** A browser without a window that shows one page. */
export interface OpenPage {
  /** Rejects with the last messages of the browser if it ends unexpectedly. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

export interface OpenPageOptions extends BrowserFlagOptions {
  /** Program file of a Chromium, Chrome or Edge. */
  readonly browser: string;
  readonly backend: DrawingBackend;
}

/** Starts a browser that shows a page. Its temporary profile is removed at the end. */
export function openPage(address: string, options: OpenPageOptions): OpenPage {
  const profile = mkdtempSync(join(tmpdir(), 'aftermotion-browser-'));
  const flags = browserFlags(options.backend, options);
  // The debugging port is not used, but keeps the browser open after the page has loaded. The system chooses its number.
  const child = spawn(
    options.browser,
    [...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0', '--window-size=800,600', address],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let message = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    message = (message + text).slice(-4000);
  });
  let closing = false;
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${options.browser} cannot be started: ${error.message}`)),
    );
    child.once('close', (code, signal) => {
      if (closing) return;
      const last = message.trim().split('\n').slice(-4).join('\n');
      reject(new Error(`the browser ended with ${signal ?? `status ${code}`}:\n${last}`));
    });
  });
  // A caller may wait for this promise, but need not: without this line, a rejection would end the process.
  ended.catch(() => {});
  return {
    ended,
    async close() {
      closing = true;
      child.kill('SIGKILL');
      await exited;
      // Helper processes of the browser may still hold files for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
