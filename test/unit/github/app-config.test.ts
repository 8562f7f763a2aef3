import { expect, test } from 'vitest';
import { readAppConfig, webUrlOf } from '../../../app/config.ts';

test('missing and invalid settings are named, without their values', () => {
  const given = {
    GITHUB_WEBHOOK_SECRET: '',
    APP_URL: 'ftp://nowhere',
    SERVICE_URL: 'http://x.test',
  };
  let said = '';
  try {
    readAppConfig(given, 'http://x.test');
  } catch (error) {
    said = String(error);
  }
  for (const name of ['GITHUB_WEBHOOK_SECRET', 'APP_URL', 'GITHUB_APP_ID']) expect(said).toContain(name);
  expect(said).not.toContain('SERVICE_URL');
  expect(said).not.toMatch(/nowhere/);
});

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://ghe.example.com/api/v3', 'https://ghe.example.com'],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
  ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
])('the web address of %s is %s', (api, web) => {
  expect(webUrlOf(api)).toBe(web);
});
