import { createHmac, randomUUID } from 'node:crypto';

export interface Sender {
  /** Sends one event to an App's webhook address, signed; never waits for the answer. */
  send(url: string, event: string, payload: unknown): void;
  /** The same, and waits for the answer's status; 0 without one. `forge` stands in for the signature. */
  deliver(url: string, event: string, payload: unknown, forge?: string): Promise<number>;
  /** Waits for what is on its way, cutting it off. */
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
        // GitHub does not send again either.
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
