import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, serveSite } from '../../../demo/agent/serve-site.ts';
import { startBench } from '../../../github/action/support/bench.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const built = await temporaryFolder('site-');
await buildSite(join(import.meta.dirname, '../../../demo/site'), built);
const site = await serveSite(() => built);
const bench = await startBench({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });

test('images and pages together are limited to what a review holds', async () => {
  const pull = await bench.openPull();
  const shots = Array.from({ length: 997 }, (_, index) => index);
  for (const index of shots) await pull.draw(`shots/${index}.png`, 'red');
  const over = await pull.act({ inputs: { url: site.url, images: 'shots/*.png', paths: '/contact/\n/' } });
  expect(over.log).toContain('Input "images", "url": 1001 screenshots are too many for one review, which holds 1000.');
});

test('a page that is not captured within `timeout` fails the job with that input', async () => {
  const host = await startHttpServer(() => {});
  const pull = await bench.openPull();
  const run = await pull.act({ inputs: { url: host.origin, timeout: '0.02' } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('Input "timeout": the screenshots were not made in 0.02 minutes.');
  expect(await pull.comments()).toEqual([]);
});
