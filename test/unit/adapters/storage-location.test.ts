import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { liesWithin, parseStorageUrl } from '../../../server/adapters/storage/index.ts';
import { ConfigError, readConfig } from '../../../server/config.ts';

const storageOf = (environment: Record<string, string>) => readConfig(environment).storage;

it('keeps screenshots below the data folder by default', () => {
  expect(storageOf({ DATA_DIR: '/srv/sightline' })).toEqual({ kind: 'disk', folder: '/srv/sightline/shots' });
});

it.each([
  ['file:/srv/shots', '/srv/shots'],
  ['file:///srv/shots', '/srv/shots'],
  ['file://localhost/srv/my%20shots/', '/srv/my shots'],
  ['file:shots', resolve('shots')],
])('reads %s as a folder', (address, folder) => {
  expect(storageOf({ STORAGE_URL: address })).toEqual({ kind: 'disk', folder });
});

it('reads a bucket with its prefix, region and keys', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' };
  expect(storageOf({ STORAGE_URL: 's3://shots.example/a/b%20c/?region=eu-central-1', ...keys })).toEqual({
    kind: 's3',
    bucket: 'shots.example',
    prefix: 'a/b c',
    endpoint: null,
    region: 'eu-central-1',
    pathStyle: false,
    keys: { accessKeyId: 'AKIA1', secretAccessKey: 'secret', sessionToken: 'session' },
  });
});

it('reads a self-hosted store: by path, in any region, with the keys that the machine supplies', () => {
  const own = storageOf({ STORAGE_URL: 's3://shots?endpoint=http://garage:3900' });
  expect(own).toMatchObject({ endpoint: 'http://garage:3900', region: 'us-east-1', pathStyle: true, keys: null });
  const named = 's3://shots?endpoint=https://x.r2.cloudflarestorage.com&region=auto&path_style=false';
  expect(storageOf({ STORAGE_URL: named })).toMatchObject({ region: 'auto', pathStyle: false });
  expect(storageOf({ STORAGE_URL: 's3://shots', AWS_REGION: 'eu-west-1' })).toMatchObject({ region: 'eu-west-1' });
});

it.each([
  ['https://s3.example.com/shots', 'must begin with file: or s3:'],
  ['file:', 'needs a folder'],
  ['file://server/share', 'needs a folder'],
  ['s3://AB', 'needs a bucket name'],
  ['s3:///prefix', 'STORAGE_URL'],
  ['s3://shots', 'needs the region'],

  ['s3://shots/a//b?region=x', 'prefix'],
  ['s3://shots?region=x&regoin=y', 'unknown parameter regoin'],
  ['s3://shots?endpoint=minio:9000', 'needs an endpoint'],
  ['s3://shots?endpoint=http://a/?b', 'endpoint'],
  ['s3://shots?region=x&path_style=yes', 'path_style'],
  ['s3://shots?region=x&region=y', 'has region twice'],
  ['s3://AKIA:hunter2secret@shots?region=x', 'must not contain keys'],
  ['s3://shots?endpoint=https://user:hunter2secret@s3.example.com', 'must not contain keys'],
])('refuses %s with the reason, without repeating what may be secret', (address, words) => {
  const refusal = (() => {
    try {
      storageOf({ STORAGE_URL: address });
      return null;
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(ConfigError);
  expect(String(refusal)).toContain('STORAGE_URL');
  expect(String(refusal)).toContain(words);
  expect(String(refusal)).not.toContain('hunter2secret');
});

it('refuses half of a pair of keys', () => {
  const half = { STORAGE_URL: 's3://shots?region=x', AWS_ACCESS_KEY_ID: 'AKIA1' };
  expect(() => storageOf(half)).toThrow('must both be set');
  // The keys do not matter when screenshots are in a folder.
  expect(storageOf({ AWS_ACCESS_KEY_ID: 'AKIA1' })).toMatchObject({ kind: 'disk' });
});

it('uses the name of the setting that the caller passes', () => {
  expect(() => parseStorageUrl('nothing', { region: undefined, keys: null })).toThrow(/^must begin/);
});

it.each([
  ['file:/srv/shots', 'file:/srv/shots', true],
  ['file:/srv/shots/new', 'file:/srv/shots', true],
  ['file:/srv/shots', 'file:/', true],
  ['file:/srv/shots2', 'file:/srv/shots', false],
  ['file:/srv', 'file:/srv/shots', false],
  ['s3://shots?region=x', 's3://shots?region=x', true],
  ['s3://shots/new?region=x', 's3://shots?region=x', true],
  ['s3://shots/a/b?region=x', 's3://shots/a?region=x', true],
  ['s3://shots/ab?region=x', 's3://shots/a?region=x', false],
  ['s3://shots?region=x', 's3://shots/a?region=x', false],
  ['s3://shots/new?endpoint=http://a:9000', 's3://shots?endpoint=http://b:9000', false],
  ['s3://other?region=x', 's3://shots?region=x', false],
  ['file:/srv/shots', 's3://shots?region=x', false],
])('decides whether %s is inside %s', (inner, outer, is) => {
  expect(liesWithin(storageOf({ STORAGE_URL: inner }), storageOf({ STORAGE_URL: outer }))).toBe(is);
});
