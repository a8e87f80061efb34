import { join } from 'node:path';
import { InputError } from '../input-error.ts';
import { scenesFolder } from './built-page.ts';
import { readIfThere } from './disk-files.ts';
import { serveLocally } from './local-server.ts';
import { contentTypeOf, PageFiles } from './page-files.ts';

export interface StudioServerOptions {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Port; 0 means that the system chooses a free one. */
  readonly port: number;
  /** Files that the page opens when it loads. The keys are paths relative to a common root. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

export interface StudioServer {
  /** URL for the browser. */
  readonly address: string;
  close(): Promise<void>;
}

/** URL prefix of the files that the page opens: `open/index.json` is the list of their paths, `open/0` is the first file. */
const openFolder = '/open/';
/** URL prefix of the files of the package's own scenes. */
const scenesPrefix = '/scenes/';

/** Serves the page to this machine only. Throws InputError if the page is not built or if the port is taken. */
export async function startStudioServer(options: StudioServerOptions): Promise<StudioServer> {
  const { pageFolder, port, files = new Map() } = options;
  if (!readIfThere(join(pageFolder, 'index.html'))) {
    throw InputError.at('', `expected a folder with the built page, got ${pageFolder}: it has no index.html`);
  }
  const list = new TextEncoder().encode(JSON.stringify([...files.keys()]));
  const given = [...files.values()];
  const pages = new PageFiles(pageFolder);
  const scenes = new PageFiles(scenesFolder);
  const find = (path: string): Uint8Array | undefined => {
    if (path === `${openFolder}index.json`) return files.size > 0 ? list : undefined;
    if (path.startsWith(scenesPrefix)) return scenes.find(path.slice(scenesPrefix.length));
    if (!path.startsWith(openFolder)) return pages.find(path.slice(1));
    const index = path.slice(openFolder.length);
    return /^\d+$/.test(index) ? given[Number(index)] : undefined;
  };
  const server = await serveLocally({
    port,
    answer({ path: asked }) {
      const path = asked === '/' ? '/index.html' : asked;
      const bytes = find(path);
      return bytes ? { bytes, contentType: contentTypeOf(path) } : null;
    },
  });
  return {
    address: `http://127.0.0.1:${server.port}/${files.size > 0 ? '#given' : ''}`,
    close: server.close,
  };
}
