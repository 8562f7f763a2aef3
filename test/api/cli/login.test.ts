import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startService } from '../../support/service.ts';
import { selfSigned } from '../adapters/support/self-signed.ts';
import { type Cli, createCli } from './support/cli.ts';

let cli: Cli;
const service = await startService({ ROLE: 'web' });
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
const stored = async () => JSON.parse(await readFile(cli.configFile, 'utf8'));

test('login stores address and token in a file that only its owner can read, and prints no token', async () => {
  const { code, stdout } = await cli.run(['login', '--url', `${service.url}/`]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Logged in at ${service.url}, workspace `);
  expect(stdout).toContain(cli.configFile);
  expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(cli.configFile))).mode & 0o777).toBe(0o700);
  const { url, services } = await stored();
  expect(url).toBe(service.url);
  expect(services[service.url].token).toMatch(/^slt_/);
  expect((await cli.run(['billing'])).code).toBe(0);
});

test('a second login keeps the workspace; --new makes another', async () => {
  const first = await login();
  expect(first.document).toMatchObject({ url: service.url, new: true, mcp_url: expect.any(String) });
  const again = await login();
  expect(again.document).toMatchObject({
    workspace_id: first.document.workspace_id,
    token: first.document.token,
    new: false,
  });
  expect((await cli.run(['login'])).stdout).toContain('Already logged in');
  const other = await login('--new');
  expect(other.document.workspace_id).not.toBe(first.document.workspace_id);
  expect((await stored()).services[service.url].token).toBe(other.document.token);
});

test('logout forgets the token', async () => {
  await login();
  expect((await cli.run(['logout'])).stdout).toContain('Without a copy of it you cannot list');
  await login();
  expect((await cli.json(['logout'])).document).toEqual({ url: service.url, logged_out: true });
  expect(await readFile(cli.configFile, 'utf8')).not.toContain('slt_');
  // The address stays: the next command uses the same service.
  const { code, document } = await cli.json(['list']);
  expect(code).toBe(1);
  expect(document).toMatchObject({ error: 'no_token', message: expect.stringContaining(`login --url ${service.url}`) });
  expect((await cli.json(['logout', '--url', service.url])).document).toEqual({ url: service.url, logged_out: false });
  // A token is never sent to a service other than its own.
  await login();
  const elsewhere = await cli.run(['list'], { env: { SIGHTLINE_URL: 'http://127.0.0.1:9' } });
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no token for http://127.0.0.1:9'),
  });
});

test('rotate-token stores the new token and prints it nowhere', async () => {
  const { document: before } = await login();
  const { code, stdout } = await cli.run(['rotate-token']);
  expect(code).toBe(0);
  expect(stdout).toContain('The old ones work for ten more minutes');
  const { token, workspace_id } = (await stored()).services[service.url];
  expect(token).not.toBe(before.token);
  expect(workspace_id).toBe(before.workspace_id);
  expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
  expect((await cli.run(['list'])).code).toBe(0);
});

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

test('an address without a trusted certificate, or without TLS, is named as such', async () => {
  const secure = await startHttpServer((_, response) => response.end('{}'), { tls: selfSigned });
  const codes = { [secure.origin]: 'DEPTH_ZERO_SELF_SIGNED_CERT', [service.url.replace('http', 'https')]: 'ERR_SSL_' };
  for (const [url, why] of Object.entries(codes)) {
    const { code, document } = await cli.json(['list', '--url', url, '--token', 'slt_none']);
    const message = expect.stringContaining(`No secure connection is possible (${why}`);
    expect([code, document]).toEqual([1, { error: 'wrong_address', message }]);
  }
});

test('help, version and wrong usage need no service', async () => {
  const general = await cli.run(['--help']);
  expect([general.code, general.stderr]).toEqual([0, '']);
  expect((await cli.run(['help'])).stdout).toBe(general.stdout);
  const own = await cli.run(['show', '--help']);
  expect([own.code, (await cli.run(['help', 'show'])).stdout]).toEqual([0, own.stdout]);
  expect((await cli.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await cli.run([])).toMatchObject({ code: 2, stdout: general.stdout });
  expect(await cli.run(['shwo'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no command "shwo"') });
  expect(await cli.json(['review', 'nowhere.png'])).toMatchObject({
    code: 2,
    document: { error: 'usage', message: expect.stringContaining('nowhere.png is not there') },
  });
});
