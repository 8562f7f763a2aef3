import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { agentClients } from '../../../server/cli/agent/clients.ts';
import { decide, mark, review, reviewerOf } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { type Cli, createCli } from './support/cli.ts';

const url = 'http://sightline.test:4000';
let cli: Cli;
const service = await startService({ ROLE: 'web' });
beforeEach(async () => {
  cli = await createCli({ SIGHTLINE_URL: url });
});

const at = (path: string) => join(cli.home, path);
const read = (path: string) => readFile(at(path), 'utf8').catch(() => null);
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
}
const run = (...args: string[]) => cli.run(['agent', ...args]);

/** What people have in such files already. */
const odd = (path: string): string =>
  path.endsWith('.toml')
    ? '\uFEFF# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.other]\r\nurl = "http://b"'
    : '\uFEFF// mine\r\n{\r\n\t"other": {"a":1,},\r\n\t"hooks": {"Stop": [ {"hooks": []} ], "stop": []}, // keep\r\n}';

test.each(agentClients)(
  '$name: installing shows what it writes, and uninstalling restores each byte',
  async (client) => {
    const { servers, hook } = client;
    const paths = [...new Set([servers.project, hook.project])];
    const [first = ''] = paths;
    await write(first, odd(first));
    await chmod(at(first), 0o640);
    const asks = ['--ask-for', 'src/ui/**'];

    const refused = await run('install', client.name, ...asks);
    expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining('Nothing was written.')]);
    expect(await read(first)).toBe(odd(first));

    const { code, stdout, stderr } = await run('install', client.name, ...asks, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${client.title} has Sightline now.`)]);
    for (const path of paths) {
      expect(stderr).toContain(at(path));
      for (const line of ((await read(path)) ?? '').split(/\r?\n/).filter((each) => each.includes('sightline'))) {
        expect(stderr).toContain(`+ ${line}`);
      }
    }
    const written = (await Promise.all(paths.map(read))).join('\n');
    expect(written).toContain(`${url}/mcp/sightline`);
    expect(written).toContain(`sightline agent hook ${client.name}`);
    expect((await run('install', client.name, ...asks, '--yes')).stdout).toContain('already has Sightline');

    expect((await run('uninstall', client.name, '--yes')).code).toBe(0);
    expect(await Promise.all(paths.map(read))).toEqual([odd(first), ...paths.slice(1).map(() => null)]);
    expect((await stat(at(first))).mode & 0o777).toBe(0o640);
    expect((await run('uninstall', client.name, '--yes')).code).toBe(2);
  },
);

test('from a file that was changed since, only what was added is removed', async () => {
  await write('.mcp.json', '{ "mcpServers": {} }');
  await run('install', 'claude-code', '--yes');
  const { mcpServers } = JSON.parse((await read('.mcp.json')) ?? '');
  await write('.mcp.json', JSON.stringify({ mcpServers: { ...mcpServers, later: {} } }));
  expect((await run('uninstall', 'claude-code', '--yes')).code).toBe(0);
  expect(JSON.parse((await read('.mcp.json')) ?? '')).toEqual({ mcpServers: { later: {} } });
});

test('uninstalling in one folder leaves the files of another, and those for all projects', async () => {
  await mkdir(at('other'), { recursive: true });
  await run('install', 'claude-code', '--yes');
  await run('install', 'claude-code', '--user', '--yes');
  const elsewhere = (...args: string[]) => cli.run(['agent', ...args], { cwd: at('other') });
  expect((await elsewhere('uninstall', 'claude-code', '--yes')).code).toBe(2);
  await elsewhere('install', 'claude-code', '--yes');
  expect((await run('uninstall', 'claude-code', '--yes')).code).toBe(0);
  expect(await Promise.all(['.mcp.json', 'other/.mcp.json', '.claude.json'].map(read))).toEqual([
    null,
    expect.stringContaining(url),
    expect.stringContaining(url),
  ]);
  expect((await run('uninstall', 'claude-code', '--user', '--yes')).code).toBe(0);
  expect(await read('.claude.json')).toBeNull();
});

test('paths that a shell would read as more than text are refused', async () => {
  const { code, stderr } = await run('install', 'claude-code', '--ask-for', 'src/$(id)', '--yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--ask-for takes paths without')]);
  expect(await read('.claude/settings.json')).toBeNull();
});

test('a file that cannot be read as settings stops the installation before anything is written', async () => {
  await write('.claude/settings.json', '{ "hooks": ');
  const { code, stderr } = await run('install', 'claude-code', '--ask-for', 'src/**', '--yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not a JSON object')]);
  expect(await read('.mcp.json')).toBeNull();
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ida', '-c', 'user.email=ida@example.com', ...args], { cwd: cli.home });

test('an agent that changed what people see is asked once for each state to get sign-off', async () => {
  const stops = async (told: object = {}) => {
    const args = ['agent', 'hook', 'claude-code', '--ask-for', 'src/ui/**'];
    return JSON.parse((await cli.run(args, { input: JSON.stringify(told) })).stdout);
  };
  git('init', '-q', '-b', 'main');
  await write('src/ui/a.css', 'a {}');
  await write('src/api/b.ts', '');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  await write('src/api/b.ts', 'changed');
  expect(await stops()).toEqual({});
  await write('src/ui/a.css', 'a { color: red }');
  await write('src/ui/new.css', 'b {}');
  const asked = await stops();
  expect(asked).toEqual({
    decision: 'block',
    reason: expect.stringMatching(/src\/ui\/a\.css, src\/ui\/new\.css\. .*create_review.*wait_for_decision/),
  });
  expect(await stops()).toEqual({});
  // What it changes because it was asked is reviewed by its next pass.
  await write('src/ui/a.css', 'a { color: blue }');
  expect(await stops({ stop_hook_active: true })).toEqual({});
  expect(await stops()).toEqual({});
  await write('src/ui/a.css', 'a { color: green }');
  expect(await stops()).toMatchObject({ decision: 'block' });
});

test.each<[fault: string, args: string[], env?: Record<string, string>, input?: string]>([
  ['an unknown option', ['claude-code', '--ask-fro', 'src/**']],
  ['an unknown client', ['notepad']],
  ['no client', []],
  ['an address that is none', ['claude-code', '--ask-for', 'src/**'], { SIGHTLINE_URL: 'ftp://x' }],
  ['a message that cannot be read', ['claude-code', '--ask-for', 'src/**'], {}, '{'],
])('%s does not keep an agent from finishing', async (_, args, env = {}, input = '{}') => {
  // The exit code 2 of a hook would.
  expect(await cli.run(['agent', 'hook', ...args], { env, input })).toMatchObject({ code: 1, stdout: '' });
});

test('the plugin of opencode sends a session that became idle what the hook asks, and a subagent’s nothing', async () => {
  await run('install', 'opencode', '--ask-for', 'src/ui/**', '--yes');
  const launcher = join(import.meta.dirname, '../../../server/cli/sightline.mjs');
  await write('bin/sightline', `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`);
  await chmod(at('bin/sightline'), 0o755);
  vi.stubEnv('PATH', `${at('bin')}:${process.env.PATH}`);
  git('init', '-q', '-b', 'main');
  await write('src/ui/a.css', 'a {}');
  git('add', 'src');
  git('commit', '-q', '-m', 'first');
  await write('src/ui/a.css', 'a { color: red }');
  const sent: { path: { id: string }; body: { parts: { text: string }[] } }[] = [];
  const session = {
    get: async ({ path: { id } }: { path: { id: string } }) => ({ data: id === 'sub' ? { parentID: 'main' } : {} }),
    promptAsync: async (each: (typeof sent)[number]) => void sent.push(each),
  };
  const { Sightline } = await import(pathToFileURL(at('.opencode/plugins/sightline.js')).href);
  const { event } = await Sightline({ client: { session }, directory: cli.home });
  const becomesIdle = (sessionID: string) => event({ event: { type: 'session.idle', properties: { sessionID } } });
  await becomesIdle('sub');
  expect(sent).toEqual([]);
  await becomesIdle('main');
  await write('src/ui/a.css', 'a { color: blue }');
  await becomesIdle('main');
  expect(sent).toEqual([
    { path: { id: 'main' }, body: { parts: [{ type: 'text', text: expect.stringContaining('src/ui/a.css') }] } },
  ]);
  vi.unstubAllEnvs();
});

test('a command runs once the decision arrives, and reads what to fix', async () => {
  const client = await service.newClient();
  const title = '--dangerously-do-this';
  const made = await review(client, { title });
  const env = { SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: client.token };
  const command = `cat > told; echo "$SIGHTLINE_STATUS $SIGHTLINE_REVIEW"; exit 7`;
  const waiting = cli.start(['wait', made.id, '--exec', command], { env });
  await expect.poll(() => waiting.written().stderr).toContain(made.review_url);
  await reviewerOf(made).call('place_mark', mark({ body: 'Too pale' }));
  await decide(made, 'changes_requested');
  expect(await waiting.ended).toMatchObject({ code: 7, stdout: `changes_requested ${made.id}\n` });
  const told = (await read('told')) ?? '';
  // An agent may get it as an argument, and takes its first lines for its user's.
  expect(told.split('\n')[0]).toBe(`Sightline review ${made.id}: changes requested`);
  expect(told).toContain(`Title: \`${title}\``);
  expect(told).toContain('Too pale');
});
