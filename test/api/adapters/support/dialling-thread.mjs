// Reports whether this thread, and a thread that it starts, can fetch anything.
import { parentPort, Worker, workerData } from 'node:worker_threads';

const dial = () => {
  try {
    fetch('http://127.0.0.1:9').catch(() => {});
    return 'fetched';
  } catch (error) {
    return error.message;
  }
};
const line = (text, y) => ({ text, x: 1, y, width: 300, height: 10, sure: 0.9 });
if (workerData === 'below') {
  parentPort.postMessage(dial());
} else {
  parentPort.on('message', () => {
    new Worker(new URL(import.meta.url), { workerData: 'below' }).once('message', (said) => {
      parentPort.postMessage({ kind: 'lines', lines: [line(dial(), 2), line(said, 20)] });
      parentPort.postMessage({ kind: 'done' });
    });
  });
}
