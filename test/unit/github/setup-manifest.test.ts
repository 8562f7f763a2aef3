import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isReachable, makeManifest, nameFor } from '../../../app/manifest/make-manifest.ts';
import { callbackPath } from '../../../app/sign-in/address.ts';
import { complaintsAbout } from '../../support/local-github/manifest.ts';

const source = readFileSync(new URL('../../../app.yml', import.meta.url), 'utf8');
const GITHUB = 'https://github.com';
const options = { address: 'https://review.example.org', webUrl: GITHUB, owner: null, unique: 'ab12' };

describe('the manifest', () => {
  test('has the content of app.yml with this service’s addresses', () => {
    const given = parse(source.replaceAll('https://sightline.example.com', options.address));
    const { name, redirect_url, ...manifest } = makeManifest(options);
    expect({ ...manifest, name: 'Sightline' }).toEqual(given);
    expect(name).toBe('Sightline review example org');
    expect(redirect_url).toBe('https://review.example.org/github/setup/created');
    expect(JSON.stringify(manifest)).not.toContain('sightline.example.com');
    expect(manifest).toMatchObject({
      public: false,
      callback_urls: [`https://review.example.org${callbackPath}`],
      url: 'https://review.example.org',
      hook_attributes: { url: 'https://review.example.org/api/github/webhooks', active: true },
    });
  });

  test('is accepted by GitHub: each event has its permission, and no event is listed that every App receives', () => {
    expect(complaintsAbout(makeManifest(options))).toEqual([]);
    expect(complaintsAbout(makeManifest({ ...options, address: 'http://localhost:4000' }))).toEqual([]);
    expect(complaintsAbout({ ...makeManifest(options), default_events: ['installation', 'merge_group'] })).not.toEqual(
      [],
    );
  });

  test('has neither webhook nor events where GitHub cannot reach the service', () => {
    const { hook_attributes, default_events, ...rest } = makeManifest(options);
    const local = makeManifest({ ...options, address: 'http://localhost:4000' });
    expect(hook_attributes).toBeDefined();
    expect(default_events).toBeDefined();
    expect(Object.keys(local).toSorted()).toEqual(Object.keys(rest).toSorted());
  });
});

test.each([
  ['https://review.example.org', GITHUB, true],
  ['http://203.0.113.7:4000', GITHUB, true],
  ['http://localhost:4000', GITHUB, false],
  ['http://127.0.0.1:4000', 'https://github.acme.com', false],
  ['http://[::1]:4000', GITHUB, false],
  ['http://10.1.2.3', GITHUB, false],
  ['http://172.20.0.2', GITHUB, false],
  ['http://172.32.0.2', GITHUB, true],
  ['https://sightline.acme.internal', GITHUB, false],
  ['https://sightline', GITHUB, false],
  // A self-hosted GitHub is in the same network.
  ['https://sightline.acme.internal', 'https://github.acme.com', true],
  ['http://10.1.2.3', 'https://github.acme.com', true],
])('reachability of %s from %s: %s', (address, webUrl, reachable) => {
  expect(isReachable(address, webUrl)).toBe(reachable);
});

test.each([
  ['acme', 'https://review.example.org', 'Sightline acme'],
  [null, 'http://localhost:4000', 'Sightline local ab12'],
  [null, 'https://a-very-long-host-name.of-some-company.example.org', 'Sightline a-very-long-host-name of'],
])('the name for %s at %s is %s and short enough', (owner, address, name) => {
  expect(nameFor('Sightline', owner, address, 'ab12')).toBe(name);
  expect(name.length).toBeLessThanOrEqual(34);
});
