import { BlockList, isIP } from 'node:net';

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix = ''] = range.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** IANA's special-purpose registry, multicast, and the address at which Azure serves its host's services. */
const specialIpv4 = subnets('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** The only part of IPv6 that is global unicast: mapped, NAT64, local and multicast addresses lie outside of it. */
const globalIpv6 = subnets('ipv6', ['2000::/3']);

/** Special ranges inside it: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const specialIpv6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

/**
 * The interface part of ISATAP, `::5efe:a.b.c.d` in any network: a host with such a tunnel unpacks it to IPv4. A
 * pattern, because it is the only range that is identified by its lower half.
 */
const isatap = /^(0|[1-3]00):5efe:/;

const mapped = subnets('ipv6', ['::ffff:0:0/96']);

/**
 * Whether it is an IPv4 address written as IPv6 (`::ffff:10.0.0.1`) or an address bound to an interface
 * (`fe80::1%eth0`): never dialled.
 */
export function isDisguised(address: string): boolean {
  return address.includes('%') || (isIP(address) === 6 && mapped.check(address, 'ipv6'));
}

/**
 * Returns the canonical spelling of an IPv6 address (`0:0:0:0:0:0:0:1` becomes `::1`); returns anything else unchanged.
 */
export function canonical(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** Returns the last four groups of an IPv6 address, without leading zeros. */
function interfacePart(address: string): string {
  const [left = '', right] = canonical(address).split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(4).join(':');
}

/** Whether an address is public: reachable for anyone on the internet. False for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !specialIpv4.check(address, 'ipv4');
  if (family !== 6 || !globalIpv6.check(address, 'ipv6') || specialIpv6.check(address, 'ipv6')) return false;
  return !isatap.test(interfacePart(address));
}
