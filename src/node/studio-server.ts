import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { InputError } from '../input-error.ts';
import { readIfThere } from './disk-files.ts';
import { contentTypeOf, findPageFile } from './page-files.ts';

export interface StudioServerOptions {
  /** The built page. */
  readonly pageFolder: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Files for the page to open at once, by the paths that they have for each other. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

export interface StudioServer {
  /** Where to point a browser. */
  readonly address: string;
  close(): Promise<void>;
}

/** Below this the page finds the files that it is given: `open/index.json` lists their paths, `open/0` is the first. */
const openFolder = '/open/';

/**
 * Serves the page to this machine alone. Throws InputError when the page is not built or the port is taken.
 */
export async function startStudioServer(options: StudioServerOptions): Promise<StudioServer> {
  const { pageFolder, port, files = new Map() } = options;
  if (!readIfThere(join(pageFolder, 'index.html'))) {
    throw InputError.at('', `expected a folder with the built page, got ${pageFolder}: it has no index.html`);
  }
  const list = new TextEncoder().encode(JSON.stringify([...files.keys()]));
  const given = [...files.values()];
  const find = (path: string): Uint8Array | undefined => {
    if (path === `${openFolder}index.json`) return files.size > 0 ? list : undefined;
    if (path.startsWith(openFolder)) return given[Number(path.slice(openFolder.length))];
    return findPageFile(pageFolder, path.slice(1));
  };
  const server = createServer((request, response) => {
    const asked = readPath(request.url ?? '/');
    const path = asked === '/' ? '/index.html' : asked;
    const bytes = path === null ? undefined : find(path);
    if (!bytes) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': contentTypeOf(path!), 'cache-control': 'no-cache' });
    response.end(bytes);
  });
  await listen(server, port);
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound ? bound.port : port;
  return {
    address: `http://127.0.0.1:${boundPort}/${files.size > 0 ? '#given' : ''}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function readPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname);
  } catch {
    return null;
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      fail(
        isTaken
          ? InputError.at('port', `expected a port that is free, got ${port}: choose another, or 0 for any`)
          : error,
      );
    });
    server.listen(port, '127.0.0.1', done);
  });
}
