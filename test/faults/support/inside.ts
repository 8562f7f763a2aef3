import { once } from 'node:events';

/** The bytes that a service process holds. The heap is measured after a garbage collection. */
interface Memory {
  heap: number;
  /** Memory besides the heap, such as buffers. */
  outside: number;
}

interface Inside {
  /** Collects garbage first. */
  memory(): Promise<Memory>;
  close(): void;
}

interface Answer {
  id: number;
  result?: { result?: { value?: string } };
}

/** Connects to a Node process that was started with `--inspect=127.0.0.1:port`. */
export async function lookInside(port: number): Promise<Inside> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let asked = 0;
  function ask(method: string, params: object = {}): Promise<Answer> {
    asked += 1;
    const id = asked;
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  }
  return {
    async memory() {
      await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      const { heapUsed, external } = JSON.parse(result?.result?.value ?? '{}');
      return { heap: heapUsed, outside: external };
    },
    close: () => socket.close(),
  };
}
