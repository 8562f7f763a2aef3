/**
 * Speaks JSON-RPC with the host that draws the frame (MCP Apps, 2026-01-26). Written here, because the SDK's own client
 * (`app-with-deps`) is 129 KB compressed: twice what the whole page may need before it answers.
 */

export type Params = Record<string, unknown>;
interface Message {
  jsonrpc?: string;
  id?: number | string;
  method?: string;
  params?: Params;
  result?: unknown;
  error?: { code?: number; message?: string };
}

export interface Host {
  /** Rejects when the host refuses. */
  request<Result>(method: string, params: Params): Promise<Result>;
  notify(method: string, params: Params): void;
}

const METHOD_NOT_FOUND = -32_601;
const answered: readonly string[] = ['ping', 'ui/resource-teardown'];

/** @param onNotification receives what the host sends without waiting for an answer */
export function connectHost(onNotification: (method: string, params: Params) => void): Host {
  const waiting = new Map<Message['id'], { resolve: (result: never) => void; reject: (cause: Error) => void }>();
  // The host's origin is not known beforehand, and nothing sent to it is a secret to it.
  const post = (message: Message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  let last = 0;

  addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params = {}, result, error } = data;
    if (method === undefined) {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) caller?.resolve(result as never);
      else caller?.reject(new Error(error.message));
    } else if (id === undefined) onNotification(method, params);
    else if (answered.includes(method)) post({ id, result: {} });
    else post({ id, error: { code: METHOD_NOT_FOUND, message: `${method} is unknown` } });
  });

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        post({ id: last, method, params });
      }),
    notify: (method, params) => post({ method, params }),
  };
}
