import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createGuard, OutboundRefused, parseOutboundAllow } from '../../../server/adapters/outbound/index.ts';
import { hostileHosts, publicAddresses } from '../../api/adapters/support/hostile-urls.ts';

const uses = ['webhook', 'fetch', 'capture'] as const;
const strict = createGuard({ allow: [], ownPorts: [] });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof OutboundRefused ? error.code : `not refused: ${error}`;
  }
  return 'let through';
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'let through';
}

describe('the outbound guard', () => {
  it('refuses every hostile host, for any use', async () => {
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      return [{ address: '8.8.8.8', family: 4 }];
    };
    const guard = createGuard({ allow: [], ownPorts: [] }, { lookup });
    const letThrough: string[] = [];
    for (const host of hostileHosts) {
      for (const url of [`https://${host}/x`, `http://${host}:8080/`, `https://${host}:8443/`]) {
        for (const use of uses) {
          if (codeOf(() => guard.checkUrl(url, use)) !== 'let through') continue;
          // A name is judged when it is resolved.
          const reached = guard.resolve(new URL(url).hostname, 443, use);
          if (await reached.then(Boolean, () => false)) letThrough.push(`${use} ${url}`);
        }
      }
    }
    expect(asked).toEqual([]);
    expect(letThrough).toEqual([]);
  });

  it('refuses the public addresses of this machine and its neighbours, unless they are allowed', () => {
    const of = (cidr: string, family: 'IPv4' | 'IPv6') => ({
      address: cidr.split('/')[0] ?? '',
      cidr,
      family,
      netmask: '',
      mac: '',
      internal: false,
      ...(family === 'IPv6' ? { scopeid: 0 } : {}),
    });
    const interfaces = () =>
      ({ eth0: [of('8.34.208.5/24', 'IPv4'), of('2600:1f18:1:2::5/64', 'IPv6')] }) as ReturnType<
        typeof networkInterfaces
      >;
    const guard = createGuard({ allow: [], ownPorts: [] }, { interfaces });
    for (const use of uses) {
      for (const host of ['8.34.208.5', '8.34.208.77', '[2600:1f18:1:2::5]', '[2600:1f18:1:2:3::9]']) {
        expect([host, codeOf(() => guard.checkUrl(`https://${host}/`, use))]).toEqual([host, 'private_address']);
      }
      for (const host of ['8.34.209.5', '[2600:1f18:1:3::5]']) {
        expect([host, codeOf(() => guard.checkUrl(`https://${host}/`, use))]).toEqual([host, 'let through']);
      }
    }
    const allow = parseOutboundAllow('8.34.208.77/32');
    const allowing = createGuard({ allow, ownPorts: [] }, { interfaces });
    expect(codeOf(() => allowing.checkUrl('https://8.34.208.77/', 'capture'))).toBe('let through');
    expect(codeOf(() => allowing.checkUrl('https://8.34.208.78/', 'capture'))).toBe('private_address');
  });

  it('names the setting that lets a private host through, for this use', () => {
    for (const host of ['localhost', 'app.localhost', '127.0.0.1', '[::1]', '10.1.2.3', '0x7f.1', '[fd00:0::1]']) {
      for (const use of uses) {
        const message = messageOf(() => strict.checkUrl(`https://${host}:3000/`, use));
        const [, here = '', setting = ''] =
          /Use a public one(, capture it .+ here")?, or start .+ with OUTBOUND_ALLOW=(\S+)\.$/.exec(message) ?? [];
        expect([use, here !== '']).toEqual([use, use === 'capture']);
        const guard = createGuard({ allow: parseOutboundAllow(setting), ownPorts: [] });
        for (const each of uses) {
          const expected = each === use ? 'let through' : 'private_address';
          expect([host, codeOf(() => guard.checkUrl(`https://${host}:3000/`, each))]).toEqual([host, expected]);
        }
      }
    }
  });

  it('offers no setting for a host that none can allow, and never tells the address of a name', async () => {
    const useAnother = /is not a public address\. Use a public one\.$/;
    expect(messageOf(() => strict.checkUrl('https://[::ffff:10.0.0.1]/', 'fetch'))).toMatch(useAnother);
    expect(messageOf(() => strict.checkUrl('https://localhost/', 'client_document'))).toMatch(useAnother);
    const guard = createGuard(
      { allow: [], ownPorts: [] },
      { lookup: async () => [{ address: '10.9.8.7', family: 4 }] },
    );
    await expect(guard.resolve('wiki.example.com', 443, 'capture')).rejects.toMatchObject({
      message:
        'wiki.example.com is not a public address. Use a public one, capture it on your machine with "sightline review ADDRESS --capture here", or name its network in OUTBOUND_ALLOW on a service of your own.',
    });
  });

  it('lets public addresses through', async () => {
    for (const address of publicAddresses) {
      const host = address.includes(':') ? `[${address}]` : address;
      for (const use of uses) expect(() => strict.checkUrl(`https://${host}/`, use), address).not.toThrow();
      expect((await strict.resolve(host, 443, 'webhook')).map((entry) => entry.address)).toHaveLength(1);
    }
  });

  it('accepts https only, and http for captures and allowed addresses', async () => {
    expect(codeOf(() => strict.checkUrl('http://example.com/', 'webhook'))).toBe('scheme');
    expect(codeOf(() => strict.checkUrl('http://example.com/', 'fetch'))).toBe('scheme');
    expect(codeOf(() => strict.checkUrl('http://example.com/', 'capture'))).toBe('let through');
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'data:text/html,x',
      'javascript:1',
      'ws://example.com',
    ]) {
      for (const use of uses)
        expect(
          codeOf(() => strict.checkUrl(url, use)),
          url,
        ).toBe('scheme');
    }
    for (const url of ['', 'example.com', '//example.com', 'https://', 'https://a b/', 'https://example.com:0/']) {
      expect(
        codeOf(() => strict.checkUrl(url, 'webhook')),
        url,
      ).toBe('invalid_url');
    }
    const allow = parseOutboundAllow('10.0.0.0/8');
    const lookup = async () => [{ address: '8.8.8.8', family: 4 }];
    const some = createGuard({ allow, ownPorts: [] }, { lookup });
    expect(codeOf(() => some.checkUrl('http://10.1.2.3/', 'webhook'))).toBe('let through');
    expect(codeOf(() => some.checkUrl('http://8.8.8.8/', 'webhook'))).toBe('scheme');
    const { reach } = some.checkUrl('http://example.com/', 'webhook');
    await expect(some.resolve('example.com', 80, reach)).rejects.toMatchObject({ code: 'scheme' });
  });

  it('refuses credentials in a URL and repeats neither them nor the query', () => {
    expect(codeOf(() => strict.checkUrl('https://user:secret@example.com/', 'webhook'))).toBe('credentials');
    for (const url of ['https://u:secret@example.com/?q=secret', 'https://10.0.0.1/secret?q=secret#secret']) {
      expect(() => strict.checkUrl(url, 'fetch')).toThrowError(/^(?!.*secret)/);
    }
  });

  it('never reaches the service’s own ports on this machine, whatever is allowed', async () => {
    const allow = parseOutboundAllow('127.0.0.0/8, ::1, 0.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16');
    const guard = createGuard({ allow, ownPorts: [4000] });
    for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', '[::1]', '0.0.0.0', '2130706433']) {
      expect(
        codeOf(() => guard.checkUrl(`https://${host}:4000/`, 'capture')),
        host,
      ).toBe('own_port');
      await expect(guard.resolve(host, 4000, 'webhook'), host).rejects.toMatchObject({ code: 'own_port' });
    }
    expect(codeOf(() => guard.checkUrl('https://127.0.0.1:4001/', 'capture'))).toBe('let through');
    expect(codeOf(() => guard.checkUrl('https://10.9.9.9:4000/', 'capture'))).toBe('let through');
    for (const { address } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
      expect(
        codeOf(() => guard.checkAddress(address, 4000, 'capture')),
        address,
      ).not.toBe('let through');
    }
    const release = guard.claimPort(4001);
    expect(codeOf(() => guard.checkUrl('https://127.0.0.1:4001/', 'capture'))).toBe('own_port');
    release();
    expect(codeOf(() => guard.checkUrl('https://127.0.0.1:4001/', 'capture'))).toBe('let through');
  });

  it('recognises this machine however its address is spelt', () => {
    const guard = createGuard({ allow: parseOutboundAllow('127.0.0.0/8, ::/8'), ownPorts: [4000] });
    for (const address of ['::1', '0:0:0:0:0:0:0:1', '0000::0001', '::', '0::0']) {
      expect(
        codeOf(() => guard.checkAddress(address, 4000, 'capture')),
        address,
      ).toBe('own_port');
    }
  });

  it('refuses ports that belong to other protocols than the web, unless a rule covers them', async () => {
    const lookup = async () => [{ address: '8.8.8.8', family: 4 }];
    const guard = createGuard({ allow: [], ownPorts: [] }, { lookup });
    for (const port of [1, 22, 25, 53, 110, 143, 389, 465, 587, 2049, 6000, 6667, 10_080]) {
      for (const host of ['example.com', '8.8.8.8', '[2606:4700::1111]']) {
        for (const use of uses) {
          expect(codeOf(() => guard.checkUrl(`https://${host}:${port}/`, use))).toBe('other_port');
          await expect(guard.resolve(host, port, use)).rejects.toMatchObject({ code: 'other_port' });
        }
      }
    }
    for (const port of [80, 443, 3000, 8080, 8443, 65_535]) {
      expect(codeOf(() => guard.checkUrl(`https://example.com:${port}/`, 'webhook'))).toBe('let through');
    }
    const some = createGuard({ allow: parseOutboundAllow('webhook=10.0.0.0/8:25'), ownPorts: [] }, { lookup });
    expect(codeOf(() => some.checkUrl('https://10.0.0.1:25/', 'webhook'))).toBe('let through');
    expect(codeOf(() => some.checkUrl('https://example.com:25/', 'capture'))).toBe('other_port');
    await expect(some.resolve('example.com', 25, 'webhook')).rejects.toMatchObject({ code: 'other_port' });
  });

  it('does not mistake an address for public because it looks like a public one', () => {
    for (const address of [
      '2606:4700::5efe:7f00:1',
      '2606:4700:0:0:200:5efe:a00:1',
      '2001:0:7f00:1::',
      '2002:a00:1::',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::8.8.8.8',
      '::8.8.8.8',
      '::ffff:8.8.8.8',
      '3fff:abc::1',
      '5f00::1',
      // What no DNS should answer.
      'fe80::1%eth0',
      '0177.0.0.1',
      'x',
    ]) {
      expect(
        codeOf(() => strict.checkAddress(address, 443, 'fetch')),
        address,
      ).toBe('private_address');
    }
    expect(codeOf(() => strict.checkAddress('2606:4700::5eff:1', 443, 'fetch'))).toBe('let through');
    expect(codeOf(() => strict.checkAddress('2606:5efe::1', 443, 'fetch'))).toBe('let through');
  });

  it('answers for localhost without asking DNS', async () => {
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      return [{ address: '8.8.8.8', family: 4 }];
    };
    const guard = createGuard({ allow: parseOutboundAllow('127.0.0.1:3000'), ownPorts: [] }, { lookup });
    expect(await guard.resolve('app.localhost', 3000, 'capture')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(guard.resolve('localhost', 3001, 'capture')).rejects.toMatchObject({ code: 'private_address' });
    expect(asked).toEqual([]);
  });

  it('reports a name that has no address', async () => {
    const guard = createGuard({ allow: [], ownPorts: [] }, { lookup: async () => [] });
    await expect(guard.resolve('nowhere.example', 443, 'webhook')).rejects.toMatchObject({ reason: 'dns' });
  });
});
