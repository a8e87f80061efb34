import type { ThreadSimulation } from '../../live/simulation-thread.ts';

/**
 * Returns a substitute for a Worker in which a simulation runs. Messages are copied and buffers transferred as between real threads. sent:
 * receives the number of bytes of each message's buffers, in both directions.
 */
export function createCloningWorker<Request, Reply>(
  simulation: ThreadSimulation<Request, Reply>,
  buffersOf: (message: Request | Reply) => ArrayBuffer[],
  sent: (message: Request | Reply) => void = () => {},
): Worker {
  const port = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    isTerminated: false,
    terminate() {
      port.isTerminated = true;
    },
    postMessage(message: Request, transfer: ArrayBuffer[] = []) {
      const received = structuredClone(message, { transfer });
      sent(received);
      Promise.resolve(simulation.receive(received)).then((reply) => {
        if (!reply || port.isTerminated) return;
        sent(reply);
        port.onmessage?.({ data: structuredClone(reply, { transfer: buffersOf(reply) }) });
      });
    },
  };
  setTimeout(() => port.onmessage?.({ data: { type: 'ready' } }), 0);
  return port as unknown as Worker;
}
