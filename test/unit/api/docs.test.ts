import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addDocs } from '../../../server/api/docs.ts';

test('the reference is loaded when it is first asked for, once, and again after a failure', async () => {
  await using server = fastify();
  let loads = 0;
  addDocs(server, { version: '1' }, async () => {
    loads += 1;
    if (loads === 1) throw new Error('The disk is away.');
    const script = Buffer.from('run()');
    return { html: '<html></html>', script: { plain: script, compressed: script } };
  });
  await server.ready();
  expect(loads).toBe(0);
  const open = async () => (await server.inject('/docs/')).statusCode;
  expect([await open(), await open(), await open(), loads]).toEqual([500, 200, 200, 2]);
});
