import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { addEvents, MAX_PER_LINK } from '../../server/api/page/events.ts';
import { sendFailure } from '../../server/api/send-failure.ts';
import type { Ports } from '../../server/domain/ports.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { onMessage } from './support/events.ts';

let server: FastifyInstance | undefined;
afterEach(async () => {
  vi.useRealTimers();
  // Closes idle keep-alive connections of the client too.
  server?.server.closeAllConnections();
  await server?.close();
});

/** Serves only the event streams, over a fake database that knows every link, so that the test can count listeners. */
async function serve(most: number) {
  const listeners = new Set<(subject: string | null) => void>();
  const ports = {
    secrets: { hash: (text: string) => Buffer.from(text) },
    settings: { version: '1' },
    db: {
      review: {
        findUnique: async ({ where }: { where: Record<string, Uint8Array> }) => ({
          id: Buffer.concat(Object.values(where)).toString(),
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
  server = Fastify({ forceCloseConnections: 'idle', trustProxy: true });
  server.setErrorHandler(sendFailure);
  addEvents(server, ports, most);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const link = (name: string, kind = 'r'): string => `${url}/${kind}/${name.repeat(43)}`;
  const tell = (subject: string | null): void => {
    for (const heard of listeners) heard(subject);
  };
  return { listeners, link, tell };
}
const within = { timeout: PATIENCE_MS, interval: 10 };

test('closed pages leave no listener behind', async () => {
  const { listeners, link, tell } = await serve(100);
  const streams = await Promise.all(['a', 'a', 'a', 'b', 'c'].map((name) => onMessage(link(name))));
  expect(listeners.size).toBe(3);
  tell(null);
  for (const stream of streams) await expect.poll(stream.changes, within).toBe(2);
  for (const stream of streams) stream.close();
  await expect.poll(() => listeners.size, within).toBe(0);
  tell(null);
});

test('many changes send at most four events a second, and the last change is reported', async () => {
  const { link, tell } = await serve(100);
  const stream = await onMessage(link('a'));
  await expect.poll(stream.changes, within).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  for (let at = 0; at < 40; at += 1) {
    tell(null);
    await vi.advanceTimersByTimeAsync(25);
  }
  // At 0, 250, 500, 750 and 1000 ms
  await expect.poll(stream.changes, within).toBe(1 + 5);
  tell(null);
  await vi.advanceTimersByTimeAsync(249);
  expect(stream.changes()).toBe(1 + 5);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(stream.changes, within).toBe(1 + 6);
  stream.close();
});

test('thirty pages of one link are kept up to date; the next must wait until one closes', async () => {
  expect(MAX_PER_LINK).toBe(30);
  const { link } = await serve(100);
  const open = await Promise.all(Array.from({ length: MAX_PER_LINK }, () => onMessage(link('a'))));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await fetch(`${link('a')}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ error: 'rate_limited', retry_after: 10 });
  const ofGuests = await onMessage(link('a', 'g'));
  expect(ofGuests.status).toBe(200);
  open[0]?.close();
  const again = async () => {
    const stream = await onMessage(link('a'));
    stream.close();
    return stream.status;
  };
  await expect.poll(again, within).toBe(200);
  for (const stream of [...open, ofGuests]) stream.close();
});

test('a process serves a limited number of pages, and a refusal says when to retry', async () => {
  const { link } = await serve(3);
  const streams = await Promise.all(['a', 'b', 'c'].map((name) => onMessage(link(name))));
  const refused = await fetch(`${link('d')}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.json()).toMatchObject({ error: 'unavailable' });
  streams[0]?.close();
  await expect
    .poll(async () => {
      const stream = await onMessage(link('d'));
      stream.close();
      return stream.status;
    }, within)
    .toBe(200);
  for (const stream of streams) stream.close();
});

test('an address that holds all streams loses some to others, and cannot get them back by asking again', async () => {
  const { link, listeners } = await serve(6);
  const from = (address: string, name: string) => onMessage(link(name), { 'x-forwarded-for': address });
  const greedy = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) greedy.push(await from('203.0.113.1', name));
  const others = [];
  for (const name of ['g', 'h', 'i']) others.push(await from('203.0.113.2', name));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  // The oldest streams were closed, with their listeners.
  expect(await Promise.all(greedy.slice(0, 3).map(({ ended }) => ended))).toEqual([false, false, false]);
  expect(listeners.size).toBe(6);
  for (const address of ['203.0.113.1', '203.0.113.2']) expect((await from(address, 'j')).status).toBe(503);
  const third = [await from('203.0.113.3', 'j'), await from('203.0.113.3', 'k'), await from('203.0.113.3', 'l')];
  expect(third.map(({ status }) => status)).toEqual([200, 200, 503]);
  expect(listeners.size).toBe(6);
  for (const stream of [...greedy, ...others, ...third]) stream.close();
  await expect.poll(() => listeners.size, within).toBe(0);
});

test('one machine is one address, however many of its IPv6 addresses it uses', async () => {
  const { link } = await serve(3);
  const from = (address: string, name: string) => onMessage(link(name), { 'x-forwarded-for': address });
  const greedy = [];
  for (const [at, name] of ['a', 'b', 'c'].entries()) greedy.push(await from(`2001:db8:0:1::${at + 1}`, name));
  const other = await from('203.0.113.2', 'd');
  expect(other.status).toBe(200);
  for (const stream of [...greedy, other]) stream.close();
});
