import { expect, test } from 'vitest';
import { portsOf } from '../support/another-process.ts';
import { png } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { calm, newAddresses, padded, putFrom, receiveUploads, small, stall } from './support/upload-senders.ts';
import type { Answer } from './support/uploads.ts';

const service = await startService({ ROLE: 'web', MAX_IMAGE_MB: '0.2', MAX_PDF_MB: '0.2', MAX_HTML_MB: '0.1' });
const replica = await portsOf(service);

test('a sender that stalls many files holds only its share, and others get through', async () => {
  const { paths } = await newAddresses(service, replica.ports, 11);
  const url = await receiveUploads(small(replica.ports), calm, 1_000_000);
  const part = await padded(100_000);
  // Ten times 100 KB fill the quota of 1 MB; a share is 250 KB. An IPv6 line has as many addresses as it wants.
  const stalled = paths.slice(0, 10).map((path, at) => stall(url, path, `2001:db8:1:2::${at + 1}`, part));
  const refused = (): number => stalled.filter(({ heard }) => /^HTTP\/1\.1 429 /.test(heard())).length;
  await expect.poll(refused).toBe(8);
  const words = stalled.filter(({ heard }) =>
    heard().includes('Many files are being sent from your network or workspace'),
  );
  expect(words).toHaveLength(8);
  expect(words[0]?.heard()).toMatch(/\r\nretry-after: 10\r\n/i);
  const honest = `${url}${paths[10]}`;
  expect(await putFrom(honest, await padded(190_000), '2001:db8:1:2::99')).toMatchObject({ status: 429, wait: '10' });
  expect(await putFrom(honest, await padded(190_000), '2001:db8:1:3::1')).toMatchObject({ status: 200 });
  console.log('10 stalled senders of one line: 8 × 429, 2 hold their share; 1 honest sender of another line: 200');
});

test('an upload address receives one file at a time, and the next when the sender disconnects', async () => {
  const { paths } = await newAddresses(service, replica.ports, 1);
  const [path = ''] = paths;
  const ports = small(replica.ports);
  let begun = 0;
  const hash: typeof ports.secrets.hash = (...all) => {
    begun += 1;
    return ports.secrets.hash(...all);
  };
  const url = await receiveUploads({ ...ports, secrets: { ...ports.secrets, hash } }, calm, 10_000_000);
  const first = stall(url, path, '192.0.2.9', await padded(50_000));
  const others: Answer[] = [];
  await expect.poll(() => begun).toBe(1);
  for (let at = 0; at < 5; at += 1) others.push(await putFrom(`${url}${path}`, await png(), `192.0.2.${at + 10}`));
  expect(others.map(({ status, wait }) => [status, wait])).toEqual(Array.from({ length: 5 }, () => [429, '10']));
  expect(others[0]?.body).toMatchObject({
    error: 'rate_limited',
    message: 'A file is on its way to this address already. Wait for its answer, then send it again if need be.',
  });
  first.socket.destroy();
  await expect.poll(async () => (await putFrom(`${url}${path}`, await png())).status).toBe(200);
});
