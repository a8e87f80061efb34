import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../../../input-error.ts';
import { type StudioServer, startStudioServer } from '../../../../node/studio-server.ts';
import { check, type FuzzSubject, singleFile } from '../fuzz-subject.ts';

let server: Promise<StudioServer> | null = null;

/** Starts the server once for the whole process. Its small temporary folder is not deleted. */
function openServer(): Promise<StudioServer> {
  server ??= (async () => {
    const pageFolder = mkdtempSync(join(tmpdir(), 'aftermotion-fuzz-page-'));
    writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>');
    const files = new Map([['scene.json', new TextEncoder().encode('{}')]]);
    return startStudioServer({ pageFolder, port: 0, files });
  })();
  return server;
}

/** Sends bytes and returns the answer as Latin-1, up to its end or to the first pause of `quiet` milliseconds. */
function ask(port: number, bytes: Uint8Array, quiet: number): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const finish = () => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(quiet, finish);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

const request = (path: string, head = 'Host: localhost\r\n', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;

export const serverSubjects: readonly FuzzSubject[] = [
  {
    name: "requests to the studio's server",
    kind: 'text',
    sources: () =>
      singleFile(
        'request',
        request('/'),
        request('/open/index.json', 'Host: 127.0.0.1:4173\r\nAccept: */*\r\nRange: bytes=0-9\r\n'),
        request('/open/0', 'Host: [::1]\r\nContent-Length: 3\r\n'),
        request('/index.html', undefined, 'HEAD'),
        `${request('/', 'Host: localhost\r\nTransfer-Encoding: chunked\r\n').trimEnd()}\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
      ),
    async read([{ bytes }]) {
      const port = Number(new URL((await openServer()).address).port);
      const answer = await ask(port, bytes, 100);
      // After any request, valid or not, the server must answer the next valid one.
      const next = await ask(port, new TextEncoder().encode(request('/')), 5000);
      check(next.startsWith('HTTP/1.1 200'), `the next request is answered, got ${next.slice(0, 40)}`);
      check(!/^HTTP\/1.1 500/.test(answer), 'no fault of the server');
      if (!answer.startsWith('HTTP/1.1 200')) throw InputError.at('request', 'refused');
    },
  },
];
