import { describe, expect, it } from 'vitest';
import { createGuard, OutboundRefused, parseOutboundAllow } from '../../../server/adapters/outbound/index.ts';
import { readConfig } from '../../../server/config.ts';

function reaches(allow: string, address: string, port: number, use: 'webhook' | 'fetch' | 'capture'): boolean {
  try {
    createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] }).checkAddress(address, port, use);
    return true;
  } catch (error) {
    if (error instanceof OutboundRefused) return false;
    throw error;
  }
}

describe('OUTBOUND_ALLOW', () => {
  it('is empty by default', () => {
    expect(parseOutboundAllow('')).toEqual([]);
    expect(parseOutboundAllow('  ')).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', '10.200.1.2', 443, 'webhook', true],
    ['10.0.0.0/8', '11.0.0.1', 443, 'webhook', true],
    ['10.0.0.0/8', '192.168.0.1', 443, 'webhook', false],
    ['webhook=10.0.0.0/8', '10.0.0.1', 443, 'capture', false],
    ['capture=10.0.0.0/8', '10.0.0.1', 443, 'capture', true],
    ['capture=127.0.0.1/32:3000', '127.0.0.1', 3000, 'capture', true],
    ['capture=127.0.0.1/32:3000', '127.0.0.1', 3001, 'capture', false],
    ['127.0.0.1:3000', '127.0.0.1', 3000, 'fetch', true],
    ['127.0.0.1', '127.0.0.2', 3000, 'fetch', false],
    ['fetch=127.0.0.1/32, webhook=192.168.1.0/24:8443', '192.168.1.77', 8443, 'webhook', true],
    ['fd00::/8', 'fd12::1', 443, 'capture', true],
    ['fd00::/8:8080', 'fd12::1', 443, 'capture', false],
    ['[fd00::/8]:8080', 'fd12::1', 8080, 'capture', true],
    ['[fd00::]/8:8080', 'fd12::1', 8080, 'capture', true],
    ['[::1]:8080', '::1', 8080, 'capture', true],
    ['::1', '::1', 1, 'capture', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', 443, 'capture', false],
    ['::/1', '::ffff:10.0.0.1', 443, 'capture', false],
  ] as const)('%s: %s port %i for %s: %s', (allow, address, port, use, expected) => {
    expect(reaches(allow, address, port, use)).toBe(expected);
  });

  it.each([
    ['0.0.0.0/0'],
    ['::/0'],
    ['10.0.0.0/33'],
    ['::1/129'],
    ['10.0.0/8'],
    ['300.0.0.1/8'],
    ['example.com'],
    ['example.com:80'],
    ['mail=10.0.0.0/8'],
    ['toString=10.0.0.0/8'],
    ['10.0.0.0/8:0'],
    ['10.0.0.0/8:70000'],
    ['10.0.0.0/8:'],
    ['10.0.0.0/'],
    ['::ffff:10.0.0.0/104'],
    ['webhook='],
    ['*'],
  ])('refuses %s and says which part and the form', (part) => {
    expect(() => parseOutboundAllow(`127.0.0.1/32,${part}`)).toThrowError(`"${part}"`);
    expect(() => parseOutboundAllow(`127.0.0.1/32,${part}`)).toThrowError('[webhook=|fetch=|capture=]CIDR[:port]');
  });

  it('refuses an empty part between commas', () => {
    expect(() => parseOutboundAllow('10.0.0.0/8,,127.0.0.1')).toThrowError('separated by commas');
  });

  it('is refused as the one setting that is wrong', () => {
    expect(() => readConfig({ OUTBOUND_ALLOW: '10.0.0.0/8,nonsense' })).toThrowError(
      /^OUTBOUND_ALLOW has "nonsense", which is not a range of addresses\. .* parts are separated by commas\.$/,
    );
  });
});
