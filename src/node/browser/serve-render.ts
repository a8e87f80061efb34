import { serveLocally } from '../local-server.ts';
import { contentTypeOf, PageFiles } from '../page-files.ts';

/** Receives the messages of the page. If a method throws or rejects, the page gets an error status and stops. */
export interface RenderListener {
  /** Receives a picture. pixels: RGBA, top row first. The page draws the next picture after the returned promise has resolved. */
  picture(index: number, pixels: Uint8Array): Promise<void>;
  progress(seconds: number): void;
  warning(message: string): void;
  failed(message: string, stack: string): void;
  finished(): void;
}

export interface RenderServer {
  /** URL of the page to open. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the built page, a job and its files to a browser on this machine, at a URL that contains a secret.
 *
 * folder: of the built pages. job: served as `job.json`. files: served as `files/0`, `files/1`, …
 */
export async function serveRender(
  folder: string,
  job: unknown,
  files: readonly Uint8Array[],
  listener: RenderListener,
): Promise<RenderServer> {
  const secret = crypto.randomUUID();
  const pages = new PageFiles(folder);
  const find = (name: string): Uint8Array | string | undefined => {
    if (name === 'job.json') return JSON.stringify(job);
    if (name.startsWith('files/')) return files[Number(name.slice(6))];
    return pages.find(name);
  };
  const server = await serveLocally({
    port: 0,
    posts: true,
    async answer({ method, path, body }) {
      if (!path.startsWith(`/${secret}/`)) return null;
      const name = path.slice(secret.length + 2);
      if (method === 'POST') {
        await hear(name, await body());
        return undefined;
      }
      const bytes = find(name);
      return bytes === undefined ? null : { bytes, contentType: contentTypeOf(name) };
    },
  });

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

  return { address: `http://127.0.0.1:${server.port}/${secret}/render.html`, close: server.close };
}
