import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../server/contract/define-operation.ts';
import { operations } from '../../server/contract/index.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Inspected, inspect } from './support/inspector.ts';

/** The official inspector's command line, once before and once since 2026-07-28, and calling a tool: all at once. */
const eras = ['legacy', 'modern'];
let service: TestService;
let home: string;
let listed: Map<string, Promise<Inspected>>;
let called: Promise<Inspected>;

beforeAll(async () => {
  service = await startService();
  home = await mkdtemp(join(tmpdir(), 'sightline-inspector-'));
  const { token } = await service.newClient();
  const run = (...args: string[]) => inspect(home, `${service.url}/mcp/sightline`, token, args);
  listed = new Map(eras.map((era) => [era, run('--method', 'tools/list', '--strict', '--protocol-era', era)]));
  called = run('--method', 'tools/call', '--tool-name', 'get_review', '--tool-arg', 'id=nothing');
});
afterAll(async () => {
  await Promise.all([...listed.values(), called]);
  await service.close();
  await rm(home, { recursive: true });
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
  .filter(({ tool }) => tool !== null)
  .map(({ name }) => name);

test.each(eras)('the strict listing, %s, finds no error and nothing about what models fill in', async (era) => {
  const printed = await listed.get(era);
  if (printed === undefined) throw new Error('It was not started');
  expect(printed.exitCode).toBe(0);
  const { result } = JSON.parse(printed.stdout) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(names);
  const findings = findingsIn(printed.stderr);
  // Every finding was read.
  expect(findings).toHaveLength(printed.stderr.match(/^\w+: tool /gm)?.length ?? 0);
  // What is left: answers' fields that may be null say so in the shorter of two ways. No model is given answers' schemas.
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
