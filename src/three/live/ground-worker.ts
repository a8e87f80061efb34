import { buffersOf, type LiveReply, type LiveRequest } from './live-messages.ts';
import { LiveSimulation } from './live-simulation.ts';

/** The module that `LiveGround` runs in a Worker. */
const simulation = new LiveSimulation();
const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<LiveRequest>) => void;
  postMessage(reply: LiveReply, transfer: ArrayBuffer[]): void;
};
port.onmessage = ({ data }) => {
  const reply = simulation.receive(data);
  if (reply) port.postMessage(reply, buffersOf(reply));
};
port.postMessage({ type: 'ready' }, []);
