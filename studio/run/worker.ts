import { findSystem, inspectCharacter, openScene, parseScene } from '../../src/index.ts';
import { createSceneFiles } from '../document/studio-document.ts';
import { buffersOf } from '../outputs/output-changes.ts';
import { recordPaths } from '../particles/record-paths.ts';
import { bakeDownload } from './bake-download.ts';
import { describeProblem } from './describe-problem.ts';
import { createPartCache } from './part-cache.ts';
import type { RunAnswer, RunRequest, TaskAnswer, TaskRequest, WorkerReady } from './protocol.ts';
import { RunLoop } from './run-loop.ts';

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<RunRequest | TaskRequest>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port2.onmessage = () => waiting.shift()?.();

/** Waits for one turn of the event loop, in which messages are received. A timer would take 4 ms. */
function pause(): Promise<void> {
  return new Promise((done) => {
    waiting.push(done);
    channel.port1.postMessage(null);
  });
}

function post(answer: RunAnswer | TaskAnswer | WorkerReady): void {
  scope.postMessage(answer, transferable(answer));
}

/** Arrays are transferred without a copy. */
function transferable(answer: RunAnswer | TaskAnswer | WorkerReady): Transferable[] {
  if (answer.type === 'baked') return [answer.download.zip.buffer];
  if (answer.type === 'paths') return answer.paths.map(({ points }) => points.buffer);
  if (answer.type !== 'reached') return [];
  return buffersOf(answer.changes) as ArrayBuffer[];
}

const cache = createPartCache();
const loop = new RunLoop({ post, pause, cache });

scope.onmessage = ({ data }) => {
  if (data.type === 'inspect' || data.type === 'bake' || data.type === 'paths') void doTask(data);
  else void loop.receive(data);
};
// In a separate task: before this script has ended, messages still wait for the page's thread.
void pause().then(() => post({ type: 'ready' }));

async function doTask(request: TaskRequest): Promise<void> {
  try {
    const files = new Map(request.files);
    if (request.type === 'inspect') {
      const { read } = createSceneFiles(files);
      const folder = request.file.replace(/[^/]*$/, '');
      const bytes = read(request.file)!;
      const name = request.file.slice(folder.length);
      const inspection = await inspectCharacter(bytes, name, (uri) => read(folder + uri));
      post({ type: 'inspected', inspection });
      return;
    }
    const { name, scene } = request;
    let shown = 0;
    const progress = (fraction: number, message: string) => {
      if (performance.now() - shown < 50 && fraction < 1) return;
      shown = performance.now();
      post({ type: 'progress', fraction, message });
    };
    if (request.type === 'paths') {
      const parsed = parseScene(scene);
      // Particles only read other systems that show a heightfield.
      const systems = parsed.systems.filter(({ system }) =>
        ['points', 'heightfield'].includes(findSystem(system)!.shows),
      );
      const plan = await openScene({ ...parsed, systems }, createSceneFiles(files), {
        name,
        cache,
        pause,
        progress: (fraction, message) => progress(0.5 * fraction, message),
      });
      const paths = await recordPaths(plan, {
        pause,
        progress: (fraction) => progress(0.5 + 0.5 * fraction, ''),
      });
      post({ type: 'paths', paths });
      return;
    }
    const download = await bakeDownload({ name, scene, files, cache, pause, progress });
    post({ type: 'baked', download });
  } catch (error) {
    post({ type: 'taskFailed', problem: describeProblem(error) });
  }
}
