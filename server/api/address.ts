import { isIPv4, isIPv6 } from 'node:net';

/** Returns the eight groups of a well-formed IPv6 address. */
function groupsOf(address: string): string[] {
  // An address may end in dotted decimals, which stand for two groups.
  const [text = '', dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.slice(1) ?? [address];
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? '').split('.').map(Number);
  const whole = dotted === undefined ? text : `${text}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [left = '', right] = whole.split('::');
  const of = (part: string): string[] => part.split(':').filter((group) => group !== '');
  if (right === undefined) return of(left);
  const [before, after] = [of(left), of(right)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * Returns the part of an address that a limit counts by: a whole IPv4 address, or the /64 of an IPv6 address, because
 * one line or machine usually has a whole /64.
 */
export function addressToCount(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = groupsOf(address).map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
