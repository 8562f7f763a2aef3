import { expect, test } from 'vitest';
import { createdPage, createPage, locked } from '../../../server/api/create-app/pages.ts';
import type { ConnectPage } from '../../../server/api/oauth/connect-page.ts';

const form = {
  action: 'https://github.example/settings/apps/new?state=x',
  manifest: { default_permissions: { checks: 'write', pull_requests: 'write', contents: 'read' } },
  reachable: true,
};
const text = ({ content }: ConnectPage): string => content.text;
const show = (owner: string | null = null, more: Partial<typeof form> = {}, address = 'https://sightline.example') =>
  text(createPage({ ...form, ...more }, owner, address));

test('the page that creates the App says to whom it will belong', () => {
  const own = show();
  for (const said of ['>your own GitHub account<', '>Create it on GitHub<', '>For an organization<', 'value=""'])
    expect(own).toContain(said);
  expect(own).not.toContain('setup-owner" open');
  const others = show('acme');
  for (const said of ['<bdi>acme</bdi>', 'Create it for', '>For another owner<', 'setup-owner" open', 'value="acme"'])
    expect(others).toContain(said);
  expect(others).not.toContain('your own GitHub account');
});

test('it lists what the App may write and only read', () => {
  expect(show()).toContain('<li>Read and write: checks, pull requests</li>\n<li>Only read: contents</li>');
});

test.each([
  [true, 'https://sightline.example', null],
  [true, 'http://sightline.example', 'is reached over plain http'],
  [false, 'http://127.0.0.1:8787', 'GitHub cannot reach <bdi>127.0.0.1</bdi>'],
  [false, 'https://sightline.internal', 'GitHub cannot reach <bdi>sightline.internal</bdi>'],
])('where GitHub reaches the service: %s, at %s, it warns: %s', (reachable, address, warning) => {
  const page = show(null, { reachable }, address);
  expect(page.split('class="warning"')).toHaveLength(warning === null ? 1 : 2);
  if (warning !== null) expect(page).toContain(warning);
});

test('the page without the secret says whether the one that was given is wrong', () => {
  expect(text(locked(false))).not.toContain('This is not the secret');
  expect(text(locked(true))).toContain('aria-invalid="true" aria-describedby="secret-problem"');
  expect(text(locked(true))).toContain('This is not the secret');
});

test('the page of the created App says whether it runs here', () => {
  const app = {
    slug: 'acme-review',
    installUrl: 'https://github.example/install',
    pageUrl: 'https://github.example/a',
  };
  const page = (running: boolean) => text(createdPage(app, 'https://sightline.example', running));
  expect(page(true)).toContain('was created, and runs in this service.');
  expect(page(false)).toContain('it could not be started here');
  expect(page(true)).toContain('service-url: https://sightline.example\n');
});
