import { describe, expect, it } from 'vitest';
import { createGuard, createOutbound, parseOutboundAllow } from '../../../server/adapters/outbound/index.ts';
import { startHttpServer } from '../../support/servers.ts';
import { recordDials } from './support/dials.ts';
import { hostileHosts, privateIpv4, privateIpv6 } from './support/hostile-urls.ts';

const strict = createGuard({ allow: [], ownPorts: [] });

describe('outbound guard', () => {
  it('dials none of the hostile hosts', async () => {
    const { dials, stop } = recordDials();
    const outbound = createOutbound(strict);
    const urls = hostileHosts.map((host) => `https://${host}:8443/`);
    const reasons = await Promise.all(
      urls.map((url) =>
        outbound
          .request({ url, use: 'fetch', method: 'GET', timeoutMs: 20_000, maxBytes: 1_000, maxRedirects: 3 })
          .then(
            () => `${url} answered`,
            (error) => error.reason,
          ),
      ),
    );
    stop();
    await outbound.close();
    expect(urls.length).toBeGreaterThan(1_000);
    expect([...new Set(reasons)]).toEqual(['refused']);
    expect(dials).toEqual([]);
  });

  it('dials no name whose answer has a bad address at any position', async () => {
    const { dials, stop } = recordDials();
    const bad = [
      ...privateIpv4,
      ...privateIpv6,
      '::ffff:8.8.8.8',
      '::ffff:10.0.0.1',
      'fe80::1%eth0',
      '0177.0.0.1',
      'x',
    ];
    const answers = bad.flatMap((address) => [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]);
    for (const answer of answers) {
      const lookup = async () => answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const outbound = createOutbound(createGuard({ allow: [], ownPorts: [] }, { lookup }));
      const request = outbound.request({
        url: 'https://receiver.example/',
        use: 'webhook',
        method: 'POST',
        timeoutMs: 20_000,
        maxBytes: 10,
      });
      await expect(request, answer.join()).rejects.toMatchObject({ reason: 'refused', code: 'private_address' });
    }
    stop();
    expect(dials).toEqual([]);
  });

  it('dials an allowed address, which proves that the recorder sees dials', async () => {
    const server = await startHttpServer((_request, response) => response.end('ok'));
    const { dials, stop } = recordDials();
    const allow = parseOutboundAllow(`127.0.0.1/32:${server.port}`);
    const outbound = createOutbound(createGuard({ allow, ownPorts: [] }));
    const url = `${server.origin}/`;
    const answer = await outbound.request({ url, use: 'fetch', method: 'GET', timeoutMs: 20_000, maxBytes: 10 });
    stop();
    await server.close();
    expect(answer.status).toBe(200);
    expect(dials).toEqual([`127.0.0.1 ${server.port}`]);
  });
});
