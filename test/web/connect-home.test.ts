import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { agents } from '../../server/web/home/agents-strings.ts';
import { addressesOf } from '../../server/web/home/snippets.ts';
import { startService } from '../support/service.ts';
import { launchBrowser } from './support/browser.ts';
import { visit } from './support/home.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

test('the home page gives an agent only the address, without a token, and creates none', async () => {
  const { page, complaints } = await visit(browser, service.url);
  const { address, claudeCode, codex, editor } = addressesOf(service.url);
  for (const [title, text] of [
    [agents.address, address],
    [agents.claudeCode, claudeCode],
    [agents.codex, codex],
    [agents.editor, editor],
  ] as const) {
    await page.getByRole('button', { name: `Copy: ${title}`, exact: true }).click();
    await page.getByText(`${title}: copied`).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    expect(text).not.toMatch(/slt_|Authorization/);
  }
  expect(complaints).toEqual([]);
  // The address tells an agent where to sign in.
  const { status, headers } = await fetch(address, { method: 'POST' });
  expect(status).toBe(401);
  const metadata = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: address,
    authorization_servers: [service.url],
  });
  await page.context().close();
});

test('the home page’s instructions match the README', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const { address, claudeCode, codex } = addressesOf('http://localhost:4000');
  for (const each of [address, claudeCode, codex]) expect(readme).toContain(each);
});
