import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentTypeOf, findPageFile } from '../page-files.ts';

/** What the page tells, as it comes in. A rejection of any of them is an answer that stops the page. */
export interface RenderListener {
  /** RGBA, top row first. The page draws the next one when this is done. */
  picture(index: number, pixels: Uint8Array): Promise<void>;
  progress(seconds: number): void;
  warning(words: string): void;
  failed(message: string, stack: string): void;
  finished(): void;
}

export interface RenderServer {
  /** Of the page to open. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the built page, a job and its files to a browser on this machine, at an address that nobody else can guess.
 *
 * folder: the built pages. job: as JSON. files: what `files/0`, `files/1`, … give.
 */
export async function serveRender(
  folder: string,
  job: unknown,
  files: readonly Uint8Array[],
  listener: RenderListener,
): Promise<RenderServer> {
  const secret = crypto.randomUUID();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!path.startsWith(`/${secret}/`)) {
      response.writeHead(404).end();
      return;
    }
    const name = path.slice(secret.length + 2);
    if (request.method === 'POST') {
      await hear(name, await readBody(request));
      response.writeHead(204).end();
      return;
    }
    const found = find(name);
    if (!found) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': contentTypeOf(name) }).end(found);
  }

  function find(name: string): Uint8Array | string | undefined {
    if (name === 'job.json') return JSON.stringify(job);
    if (name.startsWith('files/')) return files[Number(name.slice(6))];
    return findPageFile(folder, name);
  }

  async function hear(name: string, body: Uint8Array): Promise<void> {
    if (name.startsWith('pictures/')) return listener.picture(Number(name.slice(9)), body);
    const text = new TextDecoder().decode(body);
    switch (name) {
      case 'progress':
        return listener.progress(Number(text));
      case 'warning':
        return listener.warning(text);
      case 'finished':
        return listener.finished();
      case 'failed': {
        const { message, stack } = JSON.parse(text) as { message: string; stack?: string };
        return listener.failed(message, stack ?? '');
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${secret}/render.html`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return new Uint8Array(Buffer.concat(parts));
}
