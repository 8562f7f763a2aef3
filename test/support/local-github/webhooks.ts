import { createHmac, randomUUID } from 'node:crypto';

export interface Sender {
  /** Sends one event to an App's webhook address, signed; never waits for the answer. */
  send(url: string, event: string, payload: unknown): void;
  /** Waits for what is on its way, cutting it off. */
  close(): Promise<void>;
}

export function createSender(secret: string): Sender {
  const pending = new Set<Promise<unknown>>();
  const abort = new AbortController();
  return {
    send(url, event, payload) {
      const body = JSON.stringify(payload);
      const sent = fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/local',
          'x-github-event': event,
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(10_000)]),
      })
        .then((response) => response.arrayBuffer())
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
