import { expect, test } from 'vitest';
import { readAppConfig, webUrlOf } from '../../../app/config.ts';

const baseUrl = 'https://sightline.test';
const key = 'BEGIN PRIVATE KEY\\nabc\\nEND PRIVATE KEY';
const needed = { GITHUB_APP_ID: '7', GITHUB_PRIVATE_KEY: key, GITHUB_WEBHOOK_SECRET: 'of no worth' };

test('what is missing or invalid is named, without its value', () => {
  const given = {
    ...{ GITHUB_APP_ID: 'seven', GITHUB_WEBHOOK_SECRET: ' ', GITHUB_PRIVATE_KEY: 'abc' },
    ...{ APP_URL: 'ftp://nowhere', SERVICE_URL: 'http://x.test', SWEEP_SECONDS: '0' },
  };
  expect(() => readAppConfig(given, baseUrl)).toThrow(
    new Error(
      [
        "The App's environment is not complete:",
        '  GITHUB_APP_ID must be the number that GitHub shows on the App’s page.',
        '  GITHUB_PRIVATE_KEY must be the whole text of the key file, with its BEGIN and END lines.',
        '  GITHUB_WEBHOOK_SECRET is missing.',
        '  APP_URL must be an address such as https://sightline.example.com.',
        '  SWEEP_SECONDS must be at least 1.',
      ].join('\n'),
    ),
  );
});

test('the least that is needed is enough, with the key on one line', () => {
  expect(readAppConfig({ ...needed, APP_URL: '' }, baseUrl)).toEqual({
    github: {
      ...{ appId: 7, privateKey: 'BEGIN PRIVATE KEY\nabc\nEND PRIVATE KEY', webhookSecret: 'of no worth' },
      ...{ apiUrl: 'https://api.github.com', oidcIssuer: 'https://token.actions.githubusercontent.com' },
    },
    ...{ signIn: null, appUrl: baseUrl, baseUrl, serviceUrl: baseUrl, sweepSeconds: 600, preparingSeconds: 4 },
  });
});

test('addresses may differ, and people sign in when both of its settings are there', () => {
  const given = { ...needed, APP_URL: 'https://app.test/base//', SERVICE_URL: 'http://10.0.0.1/' };
  const own = { GITHUB_API_URL: 'https://ghe.test/api/v3/', GITHUB_OIDC_ISSUER: 'https://ghe.test/oidc/' };
  const both = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };
  const config = readAppConfig({ ...given, ...own, ...both }, baseUrl);
  expect(config).toMatchObject({ appUrl: 'https://app.test/base', baseUrl, serviceUrl: 'http://10.0.0.1' });
  expect(config.github).toMatchObject({ apiUrl: 'https://ghe.test/api/v3', oidcIssuer: 'https://ghe.test/oidc' });
  expect(config.signIn).toEqual({ clientId: 'id', clientSecret: 'secret', webUrl: 'https://ghe.test' });
  const proxied = readAppConfig({ ...needed, ...both, GITHUB_SERVER_URL: 'https://proxy.test' }, baseUrl);
  expect(proxied.signIn?.webUrl).toBe('https://proxy.test');
  for (const name of ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET']) {
    for (const blank of ['', ' ']) {
      expect(readAppConfig({ ...needed, ...both, [name]: blank }, baseUrl).signIn).toBeNull();
    }
  }
});

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://ghe.example.com/api/v3', 'https://ghe.example.com'],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
  ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
])('the web address of %s is %s', (api, web) => {
  expect(webUrlOf(api)).toBe(web);
});
