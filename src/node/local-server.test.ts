import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { times } from '../testing/long.ts';
import { type LocalServer, serveLocally } from './local-server.ts';

let server: LocalServer;
const heard: string[] = [];

beforeAll(async () => {
  server = await serveLocally({
    port: 0,
    async answer({ path }) {
      heard.push(path);
      if (path === '/fault') throw new Error('a fault of ours, with a secret');
      if (path === '/full') throw Object.assign(new Error(), { code: 'EMFILE' });
      if (path === '/words') throw InputError.at('x', 'words');
      return path === '/page.html' ? { bytes: '<p>page', contentType: 'text/html' } : null;
    },
  });
});
afterAll(() => server.close());

/** Sends raw bytes. Returns everything that the server sends until it closes the connection, but at most for `milliseconds`. */
async function talk(port: number, text: string | Buffer, milliseconds = 500): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (part) => {
    answer += part;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  await new Promise<void>((done) => {
    socket.once('close', () => done());
    setTimeout(done, milliseconds);
  });
  socket.destroy();
  return answer;
}

const request = (path: string, { host = 'localhost', method = 'GET', more = '' } = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test('existing files are served with headers that exclude other sites and other types', async () => {
  const answer = await talk(server.port, request('/page.html'));
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain('<p>page');
  expect(answer).toMatch(
    /content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval';/,
  );
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(answer).toContain('cross-origin-resource-policy: same-origin');
  const head = await talk(server.port, request('/page.html', { method: 'HEAD' }));
  expect(head).toContain('content-length: 7');
  expect(head).not.toContain('<p>page');
});

test('only host names of this machine are served, with any port (protection against DNS rebinding)', async () => {
  for (const host of ['localhost', `127.0.0.1:${server.port}`, 'LOCALHOST:8080', '[::1]:1'])
    expect(statusOf(await talk(server.port, request('/page.html', { host }))), host).toBe(200);
  const before = heard.length;
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.7',
    'x@localhost',
    '',
  ])
    expect(statusOf(await talk(server.port, request('/page.html', { host }))), host).toBe(403);
  expect(heard.length).toBe(before);
});

test('methods that modify are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await talk(server.port, request('/page.html', { method }));
    expect(statusOf(answer), method).toBe(405);
    expect(answer).toContain('allow: GET, HEAD');
  }
});

test('errors get a status without a message, and the server continues', async () => {
  const fault = await talk(server.port, request('/fault'));
  expect(statusOf(fault)).toBe(500);
  expect(fault).not.toContain('secret');
  expect(statusOf(await talk(server.port, request('/full')))).toBe(503);
  expect(statusOf(await talk(server.port, request('/words')))).toBe(503);
  for (const path of ['/%', '/%ff', '/%c0%ae', '/a%00b', '/page.html/..%2f..']) {
    expect([400, 404], path).toContain(statusOf(await talk(server.port, request(path))));
  }
  expect(statusOf(await talk(server.port, request('/page.html')))).toBe(200);
});

test('a connection that sends requests without waiting for responses is closed', async () => {
  const before = heard.length;
  await talk(server.port, request('/page.html').replace('Connection: close\r\n', '').repeat(5000));
  expect(heard.length - before).toBeLessThan(100);
  expect(statusOf(await talk(server.port, request('/page.html')))).toBe(200);
});

test('random and malicious bytes that are not a request do not end the process (seed 17)', async () => {
  const word = fc.constantFrom(
    ...[
      'GET ',
      'POST ',
      '/',
      '/page.html',
      ' HTTP/1.1',
      ' HTTP/9.9',
      '\r\n',
      'Host: localhost',
      'Content-Length: ',
      '99999999999',
    ],
    ...[
      'Transfer-Encoding: chunked',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Expect: 100-continue',
      '\0',
      ':',
      '%',
    ],
    ...[
      'CONNECT x:1',
      'http://evil.example/',
      '..%2f',
      'a'.repeat(20_000),
      '\r\n\r\n',
      'FFFFFFFFFFFFFFFF\r\n',
      'Range: bytes=0-',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 12 }), async (message) => {
      await talk(server.port, Buffer.from(message.join(''), 'latin1'), 15);
    }),
    { seed: 17, numRuns: times({ short: 100, long: 5000 }) },
  );
  expect(statusOf(await talk(server.port, request('/page.html')))).toBe(200);
}, 600_000);

/** Starts a server in a child process that may open only 80 file descriptors. */
async function startChild(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const child = fileURLToPath(new URL('testing/server-child.ts', import.meta.url));
  const command = `ulimit -n 80 && exec node --import tsx '${child}' '${folder}'`;
  const process = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(process.stdout!, 'data');
  return { process, port: Number(new URL(String(line)).port) };
}

test('running out of file descriptors does not end the process: requests meanwhile get an error, later ones are served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'));
  for (let k = 0; k < 100; k++) writeFileSync(join(folder, `${k}.txt`), 'x');
  writeFileSync(join(folder, 'index.html'), '<p>page');
  const { process, port } = await startChild(folder);
  const sockets: Socket[] = [];
  const statuses = new Set<number>();
  try {
    for (let k = 0; k < 200; k++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('data', (part) => statuses.add(statusOf(String(part))));
      socket.write('GET /');
      sockets.push(socket);
    }
    await new Promise((done) => setTimeout(done, 300));
    for (const [k, socket] of sockets.entries())
      socket.write(`${k % 100}.txt HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await expect.poll(() => statuses.size, { timeout: 10_000 }).toBeGreaterThan(0);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(process.exitCode).toBeNull();
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => statusOf(await talk(port, request('/'))), { timeout: 20_000 }).toBe(200);
  } finally {
    process.kill();
    rmSync(folder, { recursive: true });
  }
});
