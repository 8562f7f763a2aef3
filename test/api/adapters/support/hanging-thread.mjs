// Says a line and then nothing, while its thread is busy without end.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  parentPort.postMessage({ kind: 'lines', lines: [{ text: 'Seen', x: 1, y: 2, width: 30, height: 10, sure: 0.9 }] });
  for (;;);
});
parentPort.postMessage({ kind: 'ready' });
