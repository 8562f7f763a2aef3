import { once } from 'node:events';

/** What a process of ours holds, in bytes: of its heap what is left after everything unreachable went. */
interface Memory {
  heap: number;
  /** Beside the heap: buffers, for instance. */
  outside: number;
}

interface Inside {
  /** Has it collect its garbage first. */
  memory(): Promise<Memory>;
  close(): void;
}

interface Answer {
  id: number;
  result?: { result?: { value?: string } };
}

/** Looks into a Node process that was started with `--inspect=127.0.0.1:port`. */
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
