import { createHmac, randomUUID } from 'node:crypto';

export interface Sender {
  /** Sends a signed event to an App's webhook address, without waiting for the answer. */
  send(url: string, event: string, payload: unknown): void;
  /** Sends an event and returns the answer's status; 0 without one. `forge` replaces the signature. */
  deliver(url: string, event: string, payload: unknown, forge?: string): Promise<number>;
  /** Aborts pending deliveries, and waits until they have ended. */
  close(): Promise<void>;
}

export function createSender(secret: string): Sender {
  const pending = new Set<Promise<unknown>>();
  const abort = new AbortController();
  const deliver: Sender['deliver'] = async (url, event, payload, forge) => {
    const body = JSON.stringify(payload);
    const signature = forge ?? `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        // A kept connection may just have been closed by the App, and the event would be lost.
        connection: 'close',
        'user-agent': 'GitHub-Hookshot/local',
        'x-github-event': event,
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': signature,
      },
      signal: abort.signal,
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    deliver,
    send(url, event, payload) {
      const sent = deliver(url, event, payload)
        // GitHub does not retry either.
        .catch(() => undefined)
        .finally(() => pending.delete(sent));
      pending.add(sent);
    },
    async close() {
      abort.abort();
      await Promise.all(pending);
    },
  };
}
