import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The path of the service's page that creates the App. */
export const setupPath = '/github/setup';
export const returnPath = `${setupPath}/created`;

/** The address in app.yml that stands for the service's own. */
const placeholder = 'https://sightline.example.com';
/** GitHub's limit for the name of an App. */
const longestName = 34;

const loopback = /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;
const withinNetwork =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde]|[^.[]+$|.+\.(local|internal|lan|home\.arpa)$)/;

/**
 * Returns whether the GitHub at `webUrl` can send events to `address`. github.com refuses an App whose events it cannot
 * send.
 */
export function isReachable(address: string, webUrl: string): boolean {
  const { hostname } = new URL(address);
  if (loopback.test(hostname)) return false;
  return !(webUrl === 'https://github.com' && withinNetwork.test(hostname));
}

/** Returns a name for the App. Names are unique across GitHub; the person can still change it there. */
export function nameFor(name: string, owner: string | null, address: string, unique: string): string {
  const { hostname } = new URL(address);
  const whose =
    owner ?? (loopback.test(hostname) ? `local ${unique}` : hostname.replace(/[^A-Za-z0-9-]+/g, ' ').trim());
  return `${name} ${whose}`.slice(0, longestName).trim();
}

export interface ManifestOptions {
  /** The service's address, without a trailing slash. */
  address: string;
  /** The address of GitHub's website. */
  webUrl: string;
  /** The organization that will own the App; null: the person who is signed in. */
  owner: string | null;
  /** A few letters that distinguish this service from others. */
  unique: string;
}

/** Returns app.yml with the service's own addresses. When GitHub cannot reach the address, the App has no webhook. */
export function makeManifest({ address, webUrl, owner, unique }: ManifestOptions): Record<string, unknown> {
  const text = readFileSync(new URL('../../app.yml', import.meta.url), 'utf8').replaceAll(placeholder, address);
  const own: Record<string, unknown> = parse(text);
  const manifest: Record<string, unknown> = {
    ...own,
    name: nameFor(String(own.name), owner, address, unique),
    redirect_url: address + returnPath,
  };
  if (!isReachable(address, webUrl)) {
    // GitHub accepts a webhook only with a reachable address, and events only with a webhook.
    delete manifest.hook_attributes;
    delete manifest.default_events;
  }
  return manifest;
}
