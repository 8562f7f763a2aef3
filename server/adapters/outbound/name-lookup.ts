import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface Address {
  address: string;
  family: number;
}

/** Returns every address of a name. If there is none, rejects or returns an empty list. */
export type Lookup = (hostname: string) => Promise<Address[]>;

const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

async function fromHostsFile(hostname: string): Promise<Address[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const wanted = hostname.replace(/\.$/, '').toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const matches = names.some((name) => name.toLowerCase() === wanted);
    return matches && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
  });
}

/**
 * The last lookup by the system's own resolution, for names that DNS does not know as they are (search domains, mDNS).
 * Lookups run one at a time.
 */
let lastSystemLookup: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * The most lookups that wait; further names count as unknown at once. A page with thousands of unknown hosts must not
 * delay everyone else's lookups.
 */
const MAX_WAITING = 64;

async function fromSystem(hostname: string): Promise<Address[]> {
  if (waiting >= MAX_WAITING) return [];
  waiting += 1;
  const turn = lastSystemLookup.then(() => systemLookup(hostname, { all: true, order: 'verbatim' }));
  lastSystemLookup = turn.catch(() => undefined);
  return turn.finally(() => {
    waiting -= 1;
  });
}

/**
 * Creates a lookup that asks the hosts file, then DNS, then the system. DNS is asked without the process's thread pool:
 * the system's resolution holds a thread while a name server is silent, so a few names with silent servers would block
 * files and images for everyone. `servers` replaces the system's name servers.
 */
export function createLookup(servers?: readonly string[]): Lookup {
  return async (hostname) => {
    const listed = await fromHostsFile(hostname);
    if (listed.length > 0) return listed;
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length > 0) return found;
    const silent = [four, six].some((answer) => answer.status === 'rejected' && answer.reason?.code === 'ETIMEOUT');
    return silent ? [] : fromSystem(hostname);
  };
}
