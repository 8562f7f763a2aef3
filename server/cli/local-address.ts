import { BlockList, isIP } from 'node:net';

const ranges = new BlockList();
for (const range of [
  ...['0.0.0.0/32', '10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::/128', '::1/128', 'fc00::/7', 'fe80::/10'],
]) {
  const [address = '', prefix] = range.split('/');
  ranges.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns whether an address is one of this machine or of a private network, by its spelling alone: a service elsewhere
 * would reach something else there, or nothing.
 */
export function isLocalAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host);
  if (family !== 0) return ranges.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return /(^|\.)(localhost|local|test)$/.test(host);
}
