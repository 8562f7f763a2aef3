import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readAppConfig } from '../../../app/config.ts';
import { parseSettings } from '../../../app/settings/file.ts';
import { ConfigError, readConfig } from '../../../server/config.ts';

/** Returns the lines of the error that the work throws. */
function said(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    return String(error instanceof ConfigError ? error.message : Object(error).message)
      .split('\n')
      .map((line) => line.trim());
  }
  return [];
}

test.each([
  ['PORT', 'eighty', 'must be a number.'],
  ['PORT', '80.5', 'must be a whole number.'],
  ['PORT', '0', 'must be at least 1.'],
  ['PORT', '70000', 'must be at most 65,535.'],
  ['MAX_IMAGE_MB', '0', 'must be more than 0.'],
  ['BASE_URL', 'sightline.example.com', 'must be an address such as https://sightline.example.com.'],
  ['DATABASE_URL', 'mysql://db', 'must be an address such as postgres://user:password@host/database.'],
  ['ROLE', 'both', 'must be all, web or worker.'],
  ['SECRET_KEY', 'too short', 'must have at least 16 characters.'],
  ['SECRET_KEY', 'a,b,c,d,e,f,g,h,i', 'must have at least 16 characters in each key.'],
  ['SECRET_KEY', 'a key of some length, ', 'must have at least 16 characters in each key.'],
  ['SECRET_KEY', ',a key of some length', 'begins with a comma: its first key is the one that encrypts.'],
  ['CREDITS_PER_MONTH', 'many', 'must be a whole number of at least 0, or unlimited.'],
  ['GITHUB_OIDC_ISSUER', 'http://issuer.example', 'must start with https://; http:// is for localhost alone.'],
  ['BASE_URL', 'https://sightline.example.com?x=1', 'must not contain ? or #.'],
  ['BASE_URL', 'https://me:word@sightline.example.com', 'must not hold a user or password.'],
  ['GITHUB_API_URL', 'https://api.github.com/#', 'must not contain ? or #.'],
  [
    'GITHUB_OWNERS',
    '583231, Acme/shop',
    'has "acme/shop", which is not the login or id of an owner, such as octo-org.',
  ],
  ['MCP_ORIGINS', 'app.example.com', 'has "app.example.com", which is not an origin, such as https://app.example.com.'],
  [
    'MCP_ORIGINS',
    '*, https://a.test/x',
    'has "https://a.test/x", which is not an origin, such as https://app.example.com.',
  ],
])('%s=%s: %s', (name, value, words) => {
  expect(said(() => readConfig({ [name]: value }))).toEqual([`${name} ${words}`]);
});

test.each([
  ...['TRUE', 'yes', 'no', '1', '10.0.0', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'private', '10.0.0.1,', 'true, loopback'],
])('TRUST_PROXY=%s names no proxies', (value) => {
  expect(said(() => readConfig({ TRUST_PROXY: value }))).toEqual([
    expect.stringMatching(/^TRUST_PROXY must be true, /),
  ]);
});

test.each([
  ['false', false],
  ['true', 'loopback, linklocal, uniquelocal'],
  ['10.0.0.5', '10.0.0.5'],
  ['loopback, 10.0.0.0/8,fd00::/8 , ::1', 'loopback, 10.0.0.0/8,fd00::/8 , ::1'],
])('TRUST_PROXY=%s: Fastify trusts %s', (value, trusted) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: value });
  expect(trustProxy).toBe(trusted);
  Fastify({ trustProxy });
});

test.each([
  ['4.1', 4_100_000],
  ['0.0000001', 1],
])('MAX_REQUEST_MB=%s: Fastify takes %i bytes', (value, bytes) => {
  const { maxRequestBytes } = readConfig({ MAX_REQUEST_MB: value });
  expect(maxRequestBytes).toBe(bytes);
  Fastify({ bodyLimit: maxRequestBytes });
});

test('a number that means “never” stays within what a date and a timer hold', () => {
  const { retentionDays } = readConfig({ RETENTION_DAYS: '999999999' });
  expect(new Date(Date.now() - retentionDays * 86_400_000).getFullYear()).toBeGreaterThan(1900);
  const set = { GITHUB_APP_ID: '1', GITHUB_PRIVATE_KEY: 'PRIVATE KEY', GITHUB_WEBHOOK_SECRET: 'secret' };
  const { sweepSeconds } = readAppConfig({ ...set, SWEEP_SECONDS: '999999999' }, 'http://x.test');
  expect(sweepSeconds * 1000).toBeLessThan(2 ** 31);
});

test('blank variables count as not set', () => {
  const names = ['BROWSER_PATH', 'RETENTION_DAYS', 'TRY_TOKENS_PER_HOUR', 'TRUST_PROXY', 'HOST', 'BASE_URL', 'SIGNUP'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' \t'])))).toEqual(readConfig({}));
});

test('owners and origins are lists', () => {
  const { githubOwners, mcpOrigins } = readConfig({
    GITHUB_OWNERS: ' 583231, Octo-Org ,ada_acme',
    MCP_ORIGINS: 'https://App.example.com/, chrome-extension://abcdefgh, http://[::1]:3000, *',
  });
  expect(githubOwners).toEqual(['583231', 'octo-org', 'ada_acme']);
  expect(mcpOrigins).toEqual(['https://app.example.com', 'chrome-extension://abcdefgh', 'http://[::1]:3000', '*']);
});

test('every problem is named at once, also of settings that depend on each other', () => {
  const environment = {
    ...{ PORT: 'abc', OUTBOUND_ALLOW: 'nonsense', TRUST_PROXY: 'yes', STORAGE_URL: 'ftp://shots', SIGNUP: 'no' },
    ...{ DATABASE_URL: 'postgres://db/x', VISION_PROVIDER: 'compatible', VISION_URL: 'localhost' },
  };
  const names = said(() => readConfig(environment)).map((line) => line.split(' must ')[0]?.split(' has ')[0]);
  expect(names.sort()).toEqual([
    ...['OUTBOUND_ALLOW', 'PORT', 'SECRET_KEY and BASE_URL', 'SIGNUP', 'STORAGE_URL', 'TRUST_PROXY'],
    ...['VISION_MODEL', 'VISION_URL'],
  ]);
});

test('the App’s configuration error names what is missing, without any value', () => {
  const environment = { GITHUB_APP_ID: 'my-app', GITHUB_PRIVATE_KEY: 'AAAA', APP_URL: 'app' };
  expect(said(() => readAppConfig(environment, 'http://x.test'))).toEqual([
    "The App's environment is not complete:",
    'GITHUB_APP_ID must be the number that GitHub shows on the App’s page.',
    'GITHUB_PRIVATE_KEY must be the whole text of the key file, with its BEGIN and END lines.',
    'GITHUB_WEBHOOK_SECRET is missing.',
    'APP_URL must be an address such as https://sightline.example.com.',
  ]);
});

test.each<[unknown, string, string]>([
  [[], '', 'must be names, each with its value'],
  [{ summary: 'yes' }, 'summary', 'must be true or false'],
  [{ link: 'secret' }, 'link', 'must be direct, sign-in or hidden'],
  [{ max_passes: 2.5 }, 'max_passes', 'must be a whole number'],
  [{ max_passes: 21 }, 'max_passes', 'must be at most 20'],
  [{ approvers: 'anyone' }, 'approvers', 'must be `link`, `write` or `team:org/slug`'],
  [{ reviews: ['visual'] }, 'reviews', 'must be names, each with its values'],
  [{ reviews: { visual: { paths: 'src/**' } } }, 'reviews.visual.paths', 'must be a list'],
  [{ reviews: { visual: { paths: [] } } }, 'reviews.visual.paths', 'must not be empty'],
  [{ reviews: { visual: { paths: [1] } } }, 'reviews.visual.paths.0', 'must be text'],
  [{ reviews: { visual: { path: [] } } }, 'reviews.visual.path', 'there is no such setting'],
  [
    { reviews: { ['x'.repeat(101)]: null } },
    `reviews.${'x'.repeat(101)}`,
    'must have a name of 1 to 100 plain visible characters, with single spaces between words; type it again if it looks right',
  ],
])('in .github/sightline.yml, %j: %s %s', (given, path, words) => {
  const problems = parseSettings(given, true).problems.map((each) => [each.path.join('.'), each.message]);
  expect(problems).toEqual([[path, words]]);
});
