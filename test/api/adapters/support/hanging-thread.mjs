// Sends one line, then blocks forever and reads no further message.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  parentPort.postMessage({ kind: 'lines', lines: [{ text: 'Seen', x: 1, y: 2, width: 30, height: 10, sure: 0.9 }] });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
parentPort.postMessage({ kind: 'ready' });
