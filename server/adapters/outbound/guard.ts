import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonical, isDisguised, isPublicAddress } from './address.ts';
import { type AllowRule, isAbout, isAllowed, type OutboundUse } from './allow.ts';
import { OutboundFailure, OutboundRefused } from './failure.ts';
import { type Address, createLookup, type Lookup } from './name-lookup.ts';
import { isPortOfAnotherProtocol } from './ports.ts';

export interface OutboundPolicy {
  allow: readonly AllowRule[];
  /** Ports of this service on this machine: never reachable, whatever `allow` contains. */
  ownPorts: readonly number[];
}

/** The purpose of a call. `onlyAllowed` refuses public addresses too (plain http outside captures). */
export interface Reach {
  use: OutboundUse;
  onlyAllowed?: boolean;
}

/**
 * Decides which destinations may be reached, for every outbound call of the service: webhooks, fetched images,
 * captures.
 */
export interface Guard {
  /**
   * Checks scheme, credentials and literal addresses, without DNS. Returns the URL and its purpose. Throws
   * OutboundRefused.
   */
  checkUrl(url: string, use: OutboundUse): { url: URL; reach: Reach };
  /** Throws OutboundRefused unless this address (of a connected peer, for instance) may be reached. */
  checkAddress(address: string, port: number, reach: Reach | OutboundUse, name?: string): void;
  /**
   * Returns all addresses of a name or literal, each of them checked. Throws OutboundRefused, or OutboundFailure `dns`.
   */
  resolve(hostname: string, port: number, reach: Reach | OutboundUse): Promise<Address[]>;
  /** Adds one of our own ports that was opened later; the returned function releases it. */
  claimPort(port: number): () => void;
}

const loopback: Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

type Interfaces = ReturnType<typeof networkInterfaces>;

/**
 * Whether an address belongs to this machine or its networks. Public or not, a service there may be open only to us.
 */
function isOnLink(address: string, interfaces: Interfaces): boolean {
  const networks = new BlockList();
  for (const { cidr, family } of Object.values(interfaces).flatMap((list) => list ?? [])) {
    const [network = '', prefix = '0'] = cidr?.split('/') ?? [];
    if (Number(prefix) > 0) networks.addSubnet(network, Number(prefix), family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function isOfThisMachine(spelling: string): boolean {
  const address = canonical(spelling);
  if (/^(127\.|0\.)/.test(address) || address === '::1' || address === '::') return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((entry) => entry.address === address);
}

/**
 * Returns the host as normalised by the URL standard (`0x7f.1` becomes `127.0.0.1`), without brackets; null when it is
 * invalid.
 */
function normalHost(hostname: string): string | null {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  if (/[/?#@\\\s]/.test(host)) return null;
  try {
    const url = new URL(`http://${host}/`);
    if (url.username !== '' || url.port !== '' || url.hostname === '') return null;
    return url.hostname.replace(/^\[|\]$/g, '');
  } catch {
    return null;
  }
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80;
}

/**
 * Returns how an operator lets `use` reach this host; null when nothing does. It never names the addresses of a name,
 * because they may be known inside the network only.
 */
function wayToAllow(name: string, use: OutboundUse): string | null {
  const host = normalHost(name.replace(/^\[|\]$/g, '')) ?? name;
  const family = isIP(host);
  if (use === 'client_document' || isDisguised(host)) return null;
  if (family === 0 && !isLocalName(host)) return 'name its network in OUTBOUND_ALLOW on a service of your own';
  const ranges = family === 0 ? ['127.0.0.0/8', '::1/128'] : [`${host}/${family === 4 ? 32 : 128}`];
  return `start a service of your own with OUTBOUND_ALLOW=${ranges.map((range) => `${use}=${range}`).join(',')}`;
}

function refusePrivate(name: string, use: OutboundUse): OutboundRefused {
  const here = use === 'capture' ? 'capture it on your machine with "sightline review ADDRESS --capture here"' : null;
  const ways = ['Use a public one', here, wayToAllow(name, use)].filter((way) => way !== null);
  const last = ways.pop() ?? '';
  const sentence = ways.length === 0 ? last : `${ways.join(', ')}, or ${last}`;
  return new OutboundRefused('private_address', `${name} is not a public address. ${sentence}.`);
}

const refusePort = (name: string, port: number): OutboundRefused =>
  new OutboundRefused('other_port', `Port ${port} of ${name} is not one that web servers use. Use another.`);

/** Parses a complete URL with a scheme that this use may have. @throws OutboundRefused */
function parseUrl(text: string, use: OutboundUse, mayBePlain: boolean): URL {
  const isWhole = URL.canParse(text) && /^[a-z][a-z\d+.-]*:\/\//i.test(text.trim());
  if (!isWhole) {
    const reason = /^data:/i.test(text)
      ? 'It is a data URL. Send a URL that starts with https://.'
      : 'It is not a complete URL. Send one that starts with https://, such as https://example.com/page.';
    throw new OutboundRefused(URL.canParse(text) ? 'scheme' : 'invalid_url', reason);
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain)) {
    const schemes = use === 'capture' ? 'https:// or http://' : 'https://';
    throw new OutboundRefused('scheme', `The URL must start with ${schemes}, not ${url.protocol}//`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefused('credentials', 'The URL must not contain a user name or password.');
  }
  return url;
}

/**
 * Creates the guard. `lookup` replaces the system's name resolution, `interfaces` its list of this machine's networks.
 */
export function createGuard(
  policy: OutboundPolicy,
  options: { lookup?: Lookup | undefined; interfaces?: () => Interfaces } = {},
): Guard {
  const { lookup = createLookup(), interfaces = networkInterfaces } = options;
  const claimed = new Set<number>();

  function allows(address: string, port: number, use: OutboundUse): boolean {
    return isAllowed(policy.allow, address, port, use);
  }

  function mayReachPort(port: number, use: OutboundUse): boolean {
    if (!isPortOfAnotherProtocol(port)) return true;
    return policy.allow.some((rule) => isAbout(rule, use) && (rule.port ?? port) === port);
  }

  function checkAddress(address: string, port: number, reach: Reach | OutboundUse, name = address): void {
    const { use, onlyAllowed } = typeof reach === 'string' ? { use: reach, onlyAllowed: false } : reach;
    if (isDisguised(address) || isIP(address) === 0) throw refusePrivate(name, use);
    if ((policy.ownPorts.includes(port) || claimed.has(port)) && isOfThisMachine(address)) {
      throw new OutboundRefused('own_port', `${name}:${port} is this service itself, which it never calls.`);
    }
    if (allows(address, port, use)) return;
    if (!isPublicAddress(address) || isOnLink(address, interfaces())) throw refusePrivate(name, use);
    if (isPortOfAnotherProtocol(port)) throw refusePort(name, port);
    if (onlyAllowed === true) throw new OutboundRefused('scheme', `${name} must be called by https, not http.`);
  }

  /** Returns the allowed loopback addresses. Loopback names are constant, so DNS is never asked for them. */
  function localAddresses(name: string, port: number, reach: Reach): Address[] {
    const allowed = loopback.filter(({ address }) => allows(address, port, reach.use));
    if (allowed.length === 0) throw refusePrivate(name, reach.use);
    for (const { address } of allowed) checkAddress(address, port, reach, name);
    return allowed;
  }

  function checkUrl(text: string, use: OutboundUse): { url: URL; reach: Reach } {
    const mayBePlain = use === 'capture' || policy.allow.some((rule) => isAbout(rule, use));
    const url = parseUrl(text, use, mayBePlain);
    const host = normalHost(url.hostname);
    const port = portOf(url);
    if (host === null || port === 0) throw new OutboundRefused('invalid_url', 'The URL has no valid host and port.');
    const reach: Reach = { use, onlyAllowed: url.protocol === 'http:' && use !== 'capture' };
    if (isIP(host) !== 0) checkAddress(host, port, reach, url.hostname);
    else if (isLocalName(host)) localAddresses(host, port, reach);
    else if (!mayReachPort(port, use)) throw refusePort(url.hostname, port);
    return { url, reach };
  }

  async function resolve(hostname: string, port: number, reachOrUse: Reach | OutboundUse): Promise<Address[]> {
    const reach: Reach = typeof reachOrUse === 'string' ? { use: reachOrUse } : reachOrUse;
    const host = normalHost(hostname.replace(/^\[|\]$/g, ''));
    if (host === null) throw new OutboundRefused('invalid_url', 'The URL has no valid host.');
    const family = isIP(host);
    if (family !== 0) {
      checkAddress(host, port, reach, host);
      return [{ address: host, family }];
    }
    if (isLocalName(host)) return localAddresses(host, port, reach);
    if (!mayReachPort(port, reach.use)) throw refusePort(host, port);
    const addresses = await lookup(host).catch(() => []);
    if (addresses.length === 0) {
      throw new OutboundFailure('dns', `${host} has no address: check the name, or its DNS may be down.`);
    }
    for (const { address } of addresses) checkAddress(address, port, reach, host);
    return addresses;
  }

  function claimPort(port: number): () => void {
    claimed.add(port);
    return () => claimed.delete(port);
  }

  return { checkUrl, checkAddress, resolve, claimPort };
}
