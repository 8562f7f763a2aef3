import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Output } from '../../../../server/contract/client.ts';
import type { OperationName } from '../../../../server/contract/index.ts';
import { type Agent, connectNew, connectOld } from '../../../api/clients/support/agents.ts';
import { askForChanges, verifyAndApprove } from '../../../api/clients/support/person.ts';
import { sql } from '../../../api/support/sql.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** Programs that know nothing but the address, on both lines of the SDK, through the whole loop with a person. */
const run = promisify(execFile);
let service: TestService;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-agent-'));
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await rm(folder, { recursive: true });
});

const clients = [
  { name: 'the line before', connect: (url: string) => connectOld(url, browser), revision: '2025-11-25' },
  { name: 'the current line', connect: (url: string) => connectNew(url, browser, 'legacy'), revision: '2025-11-25' },
  { name: 'the current protocol', connect: (url: string) => connectNew(url, browser, 'auto'), revision: '2026-07-28' },
];

/** Calls a tool as the contract says it is called, and reads its answer as that says. */
async function call<Name extends OperationName>(
  agent: Agent,
  name: Name,
  input: Record<string, unknown>,
): Promise<Output<Name>> {
  const answer = await agent.call(name, input);
  if (answer.isError === true) throw new Error(`${name}: ${answer.content[0]?.text}`);
  // The SDK has checked it against the tool's output schema.
  return answer.structuredContent as Output<Name>;
}

/** Waits as an agent does: a wait is bounded, so it asks again. */
async function decision(agent: Agent, id: string): Promise<Output<'wait_for_decision'>> {
  const answer = await call(agent, 'wait_for_decision', { id });
  return answer.waiting ? decision(agent, id) : answer;
}

/** A local image of a page with one block, sent without passing through the conversation. */
async function upload(agent: Agent, name: string, colour: string): Promise<string> {
  const path = join(folder, `${name}.png`);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="100%" height="100%" fill="#fff"/><rect x="150" y="100" width="300" height="200" fill="${colour}"/></svg>`;
  await writeFile(path, await sharp(Buffer.from(drawing)).png().toBuffer());
  const { uploads, command } = await call(agent, 'create_upload', { paths: [path] });
  await run('sh', ['-c', command]);
  return uploads[0]?.source ?? '';
}

/** The middle of an image that a tool answered with, as red, green and blue. */
async function middleOf(answer: Awaited<ReturnType<Agent['call']>>): Promise<number[]> {
  const shown = answer.content.find(({ type }) => type === 'image');
  expect(answer.isError ?? false).toBe(false);
  expect(answer.structuredContent).toBeUndefined();
  const screenshot = sharp(Buffer.from(shown?.data ?? '', 'base64'));
  const { width, height, format } = await screenshot.metadata();
  expect(shown?.mimeType).toBe(`image/${format}`);
  const at = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await screenshot.extract(at).removeAlpha().raw().toBuffer())];
}

test.concurrent.each(clients)('$name: from an address to proceed', async ({ name, connect, revision }) => {
  const agent = await connect(`${service.url}/mcp/sightline`);
  const { signIn } = agent;
  expect(agent.revision).toBe(revision);
  const first = signIn.holds;
  expect(first.clientId).toMatch(/^slc_[0-9A-Za-z]{27}$/);
  expect(await agent.tools()).toEqual(expect.arrayContaining(['create_review', 'get_screenshot', 'wait_for_decision']));

  const made = await call(agent, 'create_review', {
    title: `A block, by ${name}`,
    images: [{ image: await upload(agent, `${name}-1`, '#a9b8ae'), label: 'Home' }],
  });
  expect(made.next_action.action).toBe('wait_for_reviewer');
  // The agent waits already while the person is at it.
  const [rejected] = await Promise.all([
    decision(agent, made.id),
    askForChanges(browser, made.review_url, 'Home', 'The block is too pale'),
  ]);
  expect(rejected).toMatchObject({ status: 'changes_requested', next_action: { action: 'apply_pins_then_next_pass' } });
  const pins = rejected.work_packets?.pins ?? [];
  expect(pins).toMatchObject([{ mark_id: 1, body: 'The block is too pale', must_fix: true, untrusted_text: true }]);
  const around = await agent.call('get_screenshot', { id: made.id, mark: 1, pins: false });
  expect(await middleOf(around)).toEqual([0xa9, 0xb8, 0xae]);

  // An hour later.
  await sql(
    service,
    `UPDATE access_token SET expires_at = now() - interval '1 second'
     WHERE connection_id = (SELECT id FROM connection WHERE client_id = $1)`,
    [first.clientId],
  );
  const report = await call(agent, 'resolve_marks', {
    id: made.id,
    marks: [{ id: 1, status: 'resolved', note: 'It is green now' }],
  });
  expect(report.updated).toBe(1);
  const second = signIn.holds;
  expect(second.clientId).toBe(first.clientId);
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);

  const next = await call(agent, 'create_review', {
    title: `A block, by ${name}`,
    parent_id: made.id,
    images: [{ image: await upload(agent, `${name}-2`, '#18723f'), label: 'Home' }],
  });
  expect(next.pass).toBe(2);
  const [approved] = await Promise.all([decision(agent, next.id), verifyAndApprove(browser, next.review_url, 'Home')]);
  expect(approved).toMatchObject({ status: 'approved', next_action: { action: 'proceed' }, work_packets: null });
  // One press did all of it.
  expect(signIn.visited).toHaveLength(1);
  await agent.close();
  console.log(`${name}, ${revision}: one press, two passes, one refresh, proceed`);
});

test.concurrent.each(clients)('$name: disconnected, it asks the person once more', async ({ name, connect }) => {
  const agent = await connect(`${service.url}/mcp/sightline`);
  const { clientId, accessToken } = agent.signIn.holds;
  const owner = createClient({ baseUrl: service.url, bearer: accessToken });
  const { connections } = await owner.call('list_connections', {});
  expect(connections).toMatchObject([{ client_name: agent.signIn.clientMetadata.client_name, joined: false }]);
  await owner.call('end_connection', { connection_id: connections[0]?.id ?? '' });
  // Its access token and its refresh token are dead; the SDK finds out by itself, and the person presses again.
  expect((await agent.call('list_reviews', {})).structuredContent).toMatchObject({ reviews: [], next_cursor: null });
  expect(agent.signIn.visited).toHaveLength(2);
  expect(agent.signIn.holds.clientId).toBe(clientId);
  await agent.close();
  console.log(`${name}: disconnected, connected again by one press`);
});
