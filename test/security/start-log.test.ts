import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

const told = (log: string): object[] =>
  log
    .split('\n')
    .filter((line) => line.includes('outbound calls may reach a private range'))
    .map((line) => {
      const { level, use, cidr, port } = JSON.parse(line);
      return { level, use, cidr, port };
    });

test('each private range that outbound calls may reach is told in the log at the start', async () => {
  const service = await startService({
    ROLE: 'web',
    OUTBOUND_ALLOW: '10.0.0.0/8, webhook=192.168.1.5:8080, capture=127.0.0.1/32:3000, fetch=[fd00::]/8:443',
  });
  const log = service.logged();
  await service.close();
  const warning = 40;
  expect(told(log)).toEqual([
    { level: warning, use: 'all', cidr: '10.0.0.0/8', port: null },
    { level: warning, use: 'webhook', cidr: '192.168.1.5/32', port: 8080 },
    { level: warning, use: 'capture', cidr: '127.0.0.1/32', port: 3000 },
    { level: warning, use: 'fetch', cidr: 'fd00::/8', port: 443 },
  ]);
});

test('where none is allowed nothing is told', async () => {
  const service = await startService({ ROLE: 'web' });
  const log = service.logged();
  await service.close();
  expect(told(log)).toEqual([]);
});
