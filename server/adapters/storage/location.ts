import { resolve, sep } from 'node:path';

/**
 * The keys of an S3-compatible store. Where they are null, the SDK searches for them (a role of the machine, a
 * profile).
 */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface S3Location {
  kind: 's3';
  bucket: string;
  /** The beginning of every key, without slashes around it; empty for none */
  prefix: string;
  /** null: Amazon's own endpoint */
  endpoint: string | null;
  region: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key` */
  pathStyle: boolean;
  keys: S3Keys | null;
}

export type StorageLocation = { kind: 'disk'; folder: string } | S3Location;

/** Values from the environment for what the store's address leaves out. */
export interface S3Defaults {
  region: string | undefined;
  keys: S3Keys | null;
}

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1';
const KNOWN = ['endpoint', 'region', 'path_style'];

function folderOf(address: string): string {
  const path = address.slice('file:'.length).replace(/^\/\/(localhost)?(?=\/)/i, '');
  if (path === '' || path.startsWith('//')) throw new Error('needs a folder, as in file:/srv/sightline/shots');
  if (/[?#]/.test(path)) throw new Error('must be a folder on this machine, without ? or #');
  return resolve(decodeURIComponent(path));
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('needs an endpoint such as https://s3.example.com');
  if (url.username !== '' || url.password !== '') throw new Error(KEYS_ELSEWHERE);
  if (url.search !== '' || url.hash !== '') throw new Error('needs an endpoint without ? or #');
  return url.href.replace(/\/+$/, '');
}

const KEYS_ELSEWHERE = 'must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead';

function pathStyleOf(text: string | null, otherwise: boolean): boolean {
  if (text === null) return otherwise;
  if (text !== 'true' && text !== 'false') throw new Error('needs true or false for path_style');
  return text === 'true';
}

function s3Of(address: string, defaults: S3Defaults): S3Location {
  const url = URL.parse(address);
  if (url === null) throw new Error(`is not a valid URL; use one such as ${EXAMPLE}`);
  if (url.username !== '' || url.password !== '') throw new Error(KEYS_ELSEWHERE);
  if (url.port !== '' || url.hash !== '') throw new Error(`must not contain a port or #; use one such as ${EXAMPLE}`);
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error('needs a bucket name of 3 to 63 lowercase letters, digits, dots and hyphens');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw new Error(`has an unknown parameter ${unknown}: use only ${KNOWN.join(', ')}`);
  const twice = KNOWN.find((name) => url.searchParams.getAll(name).length > 1);
  if (twice !== undefined) throw new Error(`has ${twice} twice: encode %, & and ? in its value as %25, %26 and %3F`);
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  // Self-hosted stores mostly ignore the region; Amazon responds only in the bucket's own.
  const region = url.searchParams.get('region') ?? defaults.region ?? (endpoint === null ? null : 'us-east-1');
  if (region === null) throw new Error('needs the region of its bucket: add &region=… or set AWS_REGION');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (prefix.split('/').some((part) => part === '.' || part === '..' || (part === '' && prefix !== ''))) {
    throw new Error('must not have a prefix with an empty, . or .. part');
  }
  const pathStyle = pathStyleOf(url.searchParams.get('path_style'), endpoint !== null);
  return { kind: 's3', bucket, prefix, endpoint, region, pathStyle, keys: defaults.keys };
}

/**
 * Parses `file:FOLDER` or `s3://bucket/prefix?endpoint=…&region=…&path_style=…`.
 * @throws an error whose message follows the name of the setting and repeats no part of it
 */
export function parseStorageUrl(address: string, defaults: S3Defaults): StorageLocation {
  if (/^file:/i.test(address)) return { kind: 'disk', folder: folderOf(address) };
  if (/^s3:\/\//i.test(address)) return s3Of(address, defaults);
  throw new Error(`must begin with file: or s3:, as in ${EXAMPLE}`);
}

/** Names the location for people, without secrets. */
export const placeName = (location: StorageLocation): string =>
  location.kind === 'disk' ? location.folder : `s3://${[location.bucket, location.prefix].filter(Boolean).join('/')}`;

/** Whether everything stored at `inner` is also within `outer`, judged by their names. */
export function liesWithin(inner: StorageLocation, outer: StorageLocation): boolean {
  const below = (part: string, whole: string, end: string): boolean =>
    whole === '' || part === whole || part.startsWith(whole.endsWith(end) ? whole : whole + end);
  if (inner.kind === 'disk') return outer.kind === 'disk' && below(inner.folder, outer.folder, sep);
  if (outer.kind === 'disk') return false;
  const isSameBucket = inner.bucket === outer.bucket && inner.endpoint === outer.endpoint;
  return isSameBucket && below(inner.prefix, outer.prefix, '/');
}

/** Returns the port that its endpoint names, which may be one of this machine; null when there is none. */
export function endpointPort(location: StorageLocation): number | null {
  const port = location.kind === 's3' && location.endpoint !== null ? new URL(location.endpoint).port : '';
  return port === '' ? null : Number(port);
}
