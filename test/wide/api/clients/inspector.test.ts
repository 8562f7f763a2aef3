import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Operation } from '../../../../server/contract/define-operation.ts';
import { operations } from '../../../../server/contract/index.ts';
import { inspect } from '../../../api/clients/support/inspector.ts';
import { createMachine } from '../../../api/clients/support/machine.ts';
import { freePort } from '../../../support/free-port.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** The protocol eras of the official inspector’s runs, before and since 2026-07-28. All runs start at once. */
const eras = ['legacy', 'modern'];

const [service, browser] = await Promise.all([startService(), launchBrowser()]);
const home = await temporaryFolder('sightline-inspector-');
const header = `Authorization: Bearer ${(await service.newClient()).token}`;
const env = { PATH: process.env.PATH ?? '', HOME: home };
const run = (...args: string[]) => inspect(env, `${service.url}/mcp/sightline`, ['--header', header, ...args]);
const listed = new Map(eras.map((era) => [era, run('--method', 'tools/list', '--strict', '--protocol-era', era)]));
const called = run('--method', 'tools/call', '--tool-name', 'get_review', '--tool-arg', 'id=nothing');
afterAll(async () => {
  await Promise.all([...listed.values(), called]);
});

interface Finding {
  severity: string;
  tool: string;
  path: string;
  issue: string;
}

function findingsIn(printed: string): Finding[] {
  const form = /^(\w+): tool "(\w+)"\n {2}Path: (.+)\n {2}Issue: (.+)$/gm;
  return [...printed.matchAll(form)].map(([, severity = '', tool = '', path = '', issue = '']) => ({
    severity,
    tool,
    path,
    issue,
  }));
}

const names = Object.values<Operation>(operations)
  .filter(({ tool }) => tool !== null && tool.app !== true)
  .map(({ name }) => name);

test.each(eras)('the strict listing, %s, finds no error and nothing about fields for models', async (era) => {
  const printed = await listed.get(era);
  if (printed === undefined) throw new Error('It was not started');
  expect(printed.exitCode).toBe(0);
  const { result } = JSON.parse(printed.stdout) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(names);
  const findings = findingsIn(printed.stderr);
  // Every finding was read.
  expect(findings).toHaveLength(printed.stderr.match(/^\w+: tool /gm)?.length ?? 0);
  // The rest concerns nullable fields of answers, which use the shorter notation. No model gets the schemas of answers.
  for (const finding of findings) {
    expect(finding.severity).toBe('Warning');
    expect(finding.path).toMatch(/^outputSchema\./);
    expect(finding.issue).toMatch(/^`type` is an array/);
  }
  console.log(
    `inspector --strict, ${era}: ${result.tools.length} tools, 0 errors, 0 warnings about inputs, ` +
      `${findings.length} about nullable fields of answers`,
  );
});

test('a refused call shows what is wrong and what to do', async () => {
  const { exitCode, stdout, stderr } = await called;
  expect(exitCode).not.toBe(0);
  expect(`${stdout}${stderr}`).toContain('not_found');
});

test('with only the address it signs in after one press', async () => {
  const machine = await createMachine(await mkdtemp(join(home, 'person-')), browser);
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const env = { ...machine.env, MCP_AUTO_OPEN_ENABLED: 'true' };
  const method = ['--method', 'tools/call', '--tool-name', 'list_reviews'];
  const work = inspect(env, `${service.url}/mcp/sightline`, ['--callback-url', callback, ...method]);
  const { came } = await machine.signIn(work);
  expect(came.startsWith(`${callback}?`)).toBe(true);
  const { exitCode, stdout } = await work;
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ result: { structuredContent: { reviews: [], next_cursor: null } } });
  console.log('inspector: signed in by 1 press, called a tool');
});
