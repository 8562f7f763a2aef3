import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createByteQuota } from '../../../server/api/byte-quota.ts';
import { addMounted } from '../../../server/api/mounted.ts';

test('the server answers requests that a mounted App leaves unanswered or fails on', async () => {
  const server = Fastify();
  await addMounted(
    server,
    {
      paths: ['/hook'],
      pages: ['/page'],
      handle: (request) => (request.url === '/page' ? Promise.resolve(false) : Promise.reject(new Error('broken'))),
    },
    createByteQuota({ max: 100_000, largest: 0 }),
    { 'x-content-type-options': 'nosniff' },
  );
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const unknown = await fetch(`${address}/page`);
  expect([unknown.status, unknown.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
  expect(await unknown.json()).toMatchObject({ error: 'not_found' });
  expect((await fetch(`${address}/page`, { method: 'HEAD' })).status).toBe(404);
  expect((await fetch(`${address}/hook`, { method: 'POST', body: '{}' })).status).toBe(500);
  await server.close();
});
