import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { InputError } from '../input-error.ts';

export interface LocalRequest {
  readonly method: string;
  /** Path of the URL, percent-decoded, with a leading `/`. */
  readonly path: string;
  body(): Promise<Uint8Array>;
}

export interface LocalAnswer {
  readonly bytes: Uint8Array | string;
  readonly contentType: string;
}

export interface LocalServerOptions {
  /** Port; 0 means that the system chooses a free one. */
  readonly port: number;
  /** Whether POST is allowed in addition to GET and HEAD. */
  readonly posts?: boolean;
  /** Returns the answer to a request. Null: the status is 404 (not found). Undefined: the status is 204 (no content). */
  answer(request: LocalRequest): LocalAnswer | null | undefined | Promise<LocalAnswer | null | undefined>;
}

export interface LocalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Maximum number of simultaneous connections. A browser opens six. */
const connectionLimit = 256;
/** Maximum number of unanswered requests on one connection. Browsers do not use HTTP pipelining: they send one request at a time. */
const maxPipelined = 4;
/** Timeouts, milliseconds: for receiving the headers, for receiving the whole request, and for inactivity of a socket. */
const headersTimeout = 10_000;
const requestTimeout = 60_000;
const idleTimeout = 60_000;
const statusWords: Readonly<Record<number, string>> = {
  400: 'bad request',
  403: 'this is served to this machine alone: open it at the address that was printed',
  404: 'not found',
  405: 'only GET and HEAD are allowed',
  500: 'this could not be answered',
  503: 'this cannot be read at the moment: try again',
};

/**
 * Content Security Policy of all pages: resources are loaded only from the same origin. `eval` is refused; compilation of WebAssembly
 * is allowed.
 */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const safeHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Starts an HTTP server that only this machine can reach. The `Host` header must name this machine, which prevents a page of another
 * site from reading from the server by DNS rebinding. No request can end the process: a request that cannot be answered gets an error
 * status, and a client that sends endlessly or does not read its answers is disconnected.
 *
 * Throws InputError if the port is taken or may not be used.
 */
export async function serveLocally(options: LocalServerOptions): Promise<LocalServer> {
  const server = createServer(
    { headersTimeout, requestTimeout, connectionsCheckingInterval: 2000 },
    (request, response) => {
      const { socket } = request;
      if (!begin(socket, response)) return;
      answer(options, request, response).catch((error: unknown) => fail(response, statusOf(error)));
    },
  );
  server.maxConnections = connectionLimit;
  // The handler of a POST request may take longer than the timeout.
  if (!options.posts) server.setTimeout(idleTimeout);
  await listen(server, options.port);
  // For example, the process has no free file descriptors. In this case the connection fails, but later ones are served.
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const pending = new WeakMap<Socket, number>();

/** Counts a request as unanswered until its response closes. Returns false, and destroys the connection, if there are too many. */
function begin(socket: Socket, response: ServerResponse): boolean {
  const count = (pending.get(socket) ?? 0) + 1;
  if (count > maxPipelined) {
    socket.destroy();
    return false;
  }
  pending.set(socket, count);
  response.once('close', () => pending.set(socket, pending.get(socket)! - 1));
  response.on('error', () => socket.destroy());
  return true;
}

async function answer(
  { posts = false, answer: find }: LocalServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', headers } = request;
  if (!isThisMachine(headers.host)) return fail(response, 403);
  const allowed = ['GET', 'HEAD', ...(posts ? ['POST'] : [])];
  if (!allowed.includes(method)) {
    response.setHeader('allow', allowed.join(', '));
    return fail(response, 405);
  }
  const path = readPath(request.url ?? '/');
  if (path === null) return fail(response, 400);
  const found = await find({ method, path, body: () => readBody(request) });
  if (found === null) return fail(response, 404);
  if (found === undefined) {
    response.writeHead(204, safeHeaders).end();
    return;
  }
  const bytes = typeof found.bytes === 'string' ? new TextEncoder().encode(found.bytes) : found.bytes;
  response.writeHead(200, {
    ...safeHeaders,
    'content-type': found.contentType,
    'content-length': bytes.length,
    'cache-control': 'no-cache',
  });
  response.end(method === 'HEAD' ? undefined : bytes);
}

function fail(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    ...safeHeaders,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
  response.end(`${statusWords[status]}\n`);
}

function statusOf(error: unknown): number {
  const { code } = Object(error) as { code?: string };
  return code === 'EMFILE' || code === 'ENFILE' || error instanceof InputError ? 503 : 500;
}

/**
 * Returns whether a `Host` header names this machine. This is checked because the DNS name of another site may also resolve to 127.0.0.1
 * (DNS rebinding).
 */
function isThisMachine(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

/** Returns the percent-decoded path of a URL; null for an invalid escape, and if the path contains a null character. */
function readPath(url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return new Uint8Array(Buffer.concat(parts));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, refuse) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      refuse(
        isTaken
          ? InputError.at(
              'port',
              `expected a free port that may be used, got ${port}: choose another, or 0 for any`,
            )
          : error,
      );
    });
    server.listen(port, '127.0.0.1', done);
  });
}
