import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startManifestGitHub } from '../../support/local-github/manifest.ts';
import { startService } from '../../support/service.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';

const [github, browser] = await Promise.all([startManifestGitHub(), launchBrowser()]);
const service = await startService({ GITHUB_API_URL: github.apiUrl });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

test('without the secret a person reads where it is, and can paste it', async () => {
  const { page, complaints } = await openPage(browser, `${service.url}/github/setup`, true);
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toBe('Only for the operator of this service');
  await page.getByLabel('Or paste the secret').fill(new URL(service.setupUrl ?? '').searchParams.get('secret') ?? '');
  await press(page, 'Open');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Create the GitHub App');
  expect(page.url()).toBe(`${service.url}/github/setup`);
  // Browsers report the first answer, a refusal, as an error.
  expect(complaints.filter((each) => !each.includes('403'))).toEqual([]);
  await page.context().close();
});

test('one press here and one at GitHub create the App, even after a closed tab and an outage', async () => {
  const left = await openPage(browser, service.setupUrl ?? '');
  await press(left.page, 'Create it on GitHub');
  await left.page.getByRole('button', { name: 'Create GitHub App for octocat' }).waitFor();
  await left.page.context().close();
  expect(github.apps).toEqual([]);

  const { page, complaints } = await openPage(browser, service.setupUrl ?? '');
  await expect.poll(() => page.getByText('GitHub cannot reach localhost').textContent()).toContain('BASE_URL');
  await page.getByText('For an organization').click();
  await page.getByLabel('The organization’s name on GitHub').fill('acme');
  await press(page, 'Use this owner');
  await press(page, 'Create it for acme');
  github.api = 'down';
  await press(page, 'Create GitHub App for acme');
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toBe('GitHub does not answer just now');
  expect(complaints.filter((each) => !each.includes('503'))).toEqual([]);
  github.api = 'well';
  await page.reload();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('The GitHub App is there');
  expect(await page.getByRole('link', { name: 'Install on repositories' }).getAttribute('href')).toBe(
    `${github.webUrl}/github-apps/sightline-acme/installations/new`,
  );
  expect(github.apps.map(({ owner, manifest }) => [owner, Object.keys(manifest).includes('hook_attributes')])).toEqual([
    ['acme', false],
  ]);

  const app = async () =>
    Reflect.get(Object(await (await fetch(`${service.url}/.well-known/sightline`)).json()), 'app');
  await expect
    .poll(() => app().catch(() => null))
    .toEqual({ url: service.url, oidc_audience: service.url, sign_in: true });
  await page.reload();
  await expect.poll(() => page.getByText('runs in this service').count()).toBe(1);
  expect(complaints.filter((each) => !each.includes('503'))).toEqual([]);
  await page.context().close();
});
