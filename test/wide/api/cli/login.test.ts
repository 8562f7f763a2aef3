import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { type Cli, createCli } from '../../../api/cli/support/cli.ts';
import { startService } from '../../../support/service.ts';

let cli: Cli;
const service = await startService();
beforeEach(async () => {
  cli = await createCli();
});

interface LoginDocument {
  url: string;
  token: string;
  workspace_id: string;
  new: boolean;
}
const login = (...more: string[]) => cli.json<LoginDocument>(['login', '--url', service.url, ...more]);

test('login replaces a token that is no longer valid', async () => {
  const { document: first } = await login();
  const client = createClient({ baseUrl: service.url, bearer: first.token });
  await client.call('delete_workspace', { confirm: first.workspace_id });
  const refused = await cli.run(['list']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('does not accept the token from the login');
  expect((await login()).document).toMatchObject({ new: true });
  expect((await cli.run(['list'])).code).toBe(0);
});

test('flags override the environment, which overrides the login', async () => {
  await login();
  const [one, two] = [await service.newClient(), await service.newClient()];
  const id = async (args: string[], env: Record<string, string>) => {
    const { document } = await cli.json(['export', ...args], { env });
    return document.workspace_id;
  };
  const env = { SIGHTLINE_TOKEN: one.token };
  expect(await id([], env)).toBe(one.workspaceId);
  expect(await id(['--token', two.token], env)).toBe(two.workspaceId);
  expect(await id(['--url', service.url], { ...env, SIGHTLINE_URL: 'http://127.0.0.1:9' })).toBe(one.workspaceId);
});

test('a damaged configuration is reported, not overwritten', async () => {
  await login();
  await writeFile(cli.configFile, '{ "services": ');
  const { code, stderr } = await cli.run(['login', '--url', service.url]);
  expect(code).toBe(1);
  expect(stderr).toContain(`${cli.configFile} is damaged`);
  expect(await readFile(cli.configFile, 'utf8')).toBe('{ "services": ');
});

test('rotate-token prints a token from the environment as JSON only, and does not store it', async () => {
  const { token } = await service.newClient();
  const env = { SIGHTLINE_TOKEN: token, SIGHTLINE_URL: service.url };
  expect((await cli.run(['rotate-token'], { env })).code).toBe(2);
  const { code, document } = await cli.json<LoginDocument>(['rotate-token'], { env });
  expect(code).toBe(0);
  expect(document.token).toMatch(/^slt_/);
  expect(document.token).not.toBe(token);
  expect((await cli.run(['list'], { env: { ...env, SIGHTLINE_TOKEN: document.token } })).code).toBe(0);
  await expect(readFile(cli.configFile)).rejects.toThrow('ENOENT');
});

test('delete-workspace deletes the stored login as well', async () => {
  const { document } = await login();
  const gone = await cli.json(['delete-workspace', '--confirm', document.workspace_id]);
  expect(gone.document).toEqual({ workspace_id: document.workspace_id, deleted: true, reviews: 0 });
  expect(await readFile(cli.configFile, 'utf8')).not.toContain('slt_');
});
