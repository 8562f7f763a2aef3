import { readFileSync } from 'node:fs';
import { type Manifest, type ManifestValue, readManifest } from './read-manifest.ts';

/** Where the service's own page for this is, under its address. */
export const setupPath = '/github/setup';
export const returnPath = `${setupPath}/created`;

/** The address that stands in app.yml for the service's own. */
const placeholder = 'https://sightline.example.com';
/** GitHub's limit. */
const longestName = 34;

const loopback = /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;
const withinNetwork =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde]|[^.[]+$|.+\.(local|internal|lan|home\.arpa)$)/;

/** Whether the GitHub at `webUrl` can send anything to `address`: github.com refuses an App whose events it cannot. */
export function isReachable(address: string, webUrl: string): boolean {
  const { hostname } = new URL(address);
  if (loopback.test(hostname)) return false;
  return !(webUrl === 'https://github.com' && withinNetwork.test(hostname));
}

/** App names are unique on all of GitHub; the person can still change it there. */
export function nameFor(name: string, owner: string | null, address: string, unique: string): string {
  const { hostname } = new URL(address);
  const whose =
    owner ?? (loopback.test(hostname) ? `local ${unique}` : hostname.replace(/[^A-Za-z0-9-]+/g, ' ').trim());
  return `${name} ${whose}`.slice(0, longestName).trim();
}

export interface ManifestOptions {
  /** Without a trailing slash. */
  address: string;
  /** The GitHub's website. */
  webUrl: string;
  /** The organization that shall own it; null: the person who is signed in. */
  owner: string | null;
  /** A few letters that distinguish this service from others. */
  unique: string;
}

/** app.yml with the service's own addresses. Without an address that GitHub reaches it has no webhook. */
export function makeManifest({ address, webUrl, owner, unique }: ManifestOptions): Manifest {
  const own = fill(readManifest(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')), address);
  const manifest: Manifest = {
    ...own,
    name: nameFor(String(own.name), owner, address, unique),
    redirect_url: address + returnPath,
  };
  if (!isReachable(address, webUrl)) {
    // GitHub takes a webhook with a reachable address or none at all, and events only with one.
    delete manifest.hook_attributes;
    delete manifest.default_events;
  }
  return manifest;
}

function fill<Value extends ManifestValue>(value: Value, address: string): Value;
function fill(value: ManifestValue, address: string): ManifestValue {
  if (typeof value === 'string')
    return value.startsWith(placeholder) ? address + value.slice(placeholder.length) : value;
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((each) => fill(each, address));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, address)]));
}
