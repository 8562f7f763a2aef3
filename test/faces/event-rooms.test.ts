import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { Ports } from '../../server/domain/ports.ts';
import { addEvents } from '../../server/faces/page/events.ts';
import { sendFailure } from '../../server/faces/send-failure.ts';
import { hear } from './support/events.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  await server?.close();
});

/** The streams alone over a database that knows every link, so that what they hold can be counted. */
async function serve(most: number) {
  const listeners = new Set<(subject: string | null) => void>();
  const ports = {
    secrets: { hash: (text: string) => Buffer.from(text) },
    settings: { version: '1' },
    db: {
      review: {
        findUnique: async ({ where }: { where: { reviewTokenHash: Uint8Array } }) => ({
          id: Buffer.from(where.reviewTokenHash).toString(),
          workspaceId: 'w',
        }),
        findFirst: async () => ({ chainId: 'chain' }),
      },
    },
    signals: {
      listen(_topic: string, heard: (subject: string | null) => void) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  } as unknown as Ports;
  server = Fastify({ forceCloseConnections: 'idle' });
  server.setErrorHandler(sendFailure);
  addEvents(server, ports, most);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const link = (name: string): string => `${url}/r/${name.repeat(43)}`;
  const tell = (subject: string | null): void => {
    for (const heard of listeners) heard(subject);
  };
  return { listeners, link, tell };
}
const within = { timeout: 10_000, interval: 10 };

test('pages that go leave nothing behind', async () => {
  const { listeners, link, tell } = await serve(100);
  const streams = await Promise.all(['a', 'a', 'a', 'b', 'c'].map((name) => hear(link(name))));
  expect(listeners.size).toBe(3);
  tell(null);
  for (const stream of streams) await expect.poll(stream.changes, within).toBe(2);
  for (const stream of streams) stream.close();
  await expect.poll(() => listeners.size, within).toBe(0);
  tell(null);
});

test('a process keeps so many pages up to date and no more; the others are told when to come again', async () => {
  const { link } = await serve(3);
  const streams = await Promise.all(['a', 'b', 'c'].map((name) => hear(link(name))));
  const refused = await fetch(`${link('d')}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.json()).toMatchObject({ error: 'unavailable' });
  streams[0]?.close();
  await expect
    .poll(async () => {
      const stream = await hear(link('d'));
      stream.close();
      return stream.status;
    }, within)
    .toBe(200);
  for (const stream of streams) stream.close();
});
