import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Output } from '../../../../server/contract/client.ts';
import type { OperationName } from '../../../../server/contract/index.ts';
import type { TestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { sql } from '../../support/sql.ts';
import type { Agent, Answer } from './agents.ts';
import { askForChanges, verifyAndApprove } from './person.ts';

const run = promisify(execFile);

/** Calls a tool as the contract declares it, and parses its answer the same way. */
async function callTool<Name extends OperationName>(
  agent: Agent,
  name: Name,
  input: Record<string, unknown>,
): Promise<Output<Name>> {
  const answer = await agent.call(name, input);
  if (answer.isError === true) throw new Error(`${name}: ${answer.content[0]?.text}`);
  // The SDK has already checked it against the tool's output schema.
  return answer.structuredContent as Output<Name>;
}

/** Waits as an agent does: each wait has a time limit, so it asks again. */
async function decisionOn(agent: Agent, id: string): Promise<Output<'wait_for_decision'>> {
  const answer = await callTool(agent, 'wait_for_decision', { id });
  return answer.waiting ? decisionOn(agent, id) : answer;
}

/** Uploads a local image of a page with one block, without passing it through the conversation. */
async function uploadBlock(agent: Agent, colour: string): Promise<string> {
  const folder = await temporaryFolder('sightline-agent-');
  const path = join(folder, 'block.png');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="100%" height="100%" fill="#fff"/><rect x="150" y="100" width="300" height="200" fill="${colour}"/></svg>`;
  await writeFile(path, await sharp(Buffer.from(drawing)).png().toBuffer());
  const { uploads, command } = await callTool(agent, 'create_upload', { paths: [path] });
  await run('sh', ['-c', command]);
  return uploads[0]?.source ?? '';
}

/** Returns the middle pixel of an image in a tool's answer as red, green and blue. */
async function middleOf(answer: Answer): Promise<number[]> {
  const shown = answer.content.find(({ type }) => type === 'image');
  expect(answer.isError ?? false).toBe(false);
  expect(answer.structuredContent).toBeUndefined();
  const screenshot = sharp(Buffer.from(shown?.data ?? '', 'base64'));
  const { width, height, format } = await screenshot.metadata();
  expect(shown?.mimeType).toBe(`image/${format}`);
  const at = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await screenshot.extract(at).removeAlpha().raw().toBuffer())];
}

/**
 * Takes an agent and a person through both passes of a review, until the agent may proceed. The agent's access token
 * expires meanwhile.
 */
export async function goThroughLoop(
  agent: Agent,
  service: TestService,
  browser: Browser,
  title: string,
): Promise<void> {
  const { signIn } = agent;
  const first = signIn.holds;
  expect(first.clientId).toMatch(/^slc_[0-9A-Za-z]{27}$/);
  expect(await agent.tools()).toEqual(expect.arrayContaining(['create_review', 'get_screenshot', 'wait_for_decision']));

  const made = await callTool(agent, 'create_review', {
    title,
    images: [{ image: await uploadBlock(agent, '#a9b8ae'), label: 'Home' }],
  });
  expect(made.next_action.action).toBe('wait_for_reviewer');
  // The agent already waits while the person reviews.
  const [rejected] = await Promise.all([
    decisionOn(agent, made.id),
    askForChanges(browser, made.review_url, 'Home', 'The block is too pale'),
  ]);
  expect(rejected).toMatchObject({ status: 'changes_requested', next_action: { action: 'apply_pins_then_next_pass' } });
  const pins = rejected.work_packets?.pins ?? [];
  expect(pins).toMatchObject([{ mark_id: 1, body: 'The block is too pale', must_fix: true, untrusted_text: true }]);
  const around = await agent.call('get_screenshot', { id: made.id, mark: 1, pins: false });
  expect(await middleOf(around)).toEqual([0xa9, 0xb8, 0xae]);

  // One hour later.
  await sql(
    service,
    `UPDATE access_token SET expires_at = now() - interval '1 second'
     WHERE connection_id = (SELECT id FROM connection WHERE client_id = $1)`,
    [first.clientId],
  );
  const report = await callTool(agent, 'resolve_marks', {
    id: made.id,
    marks: [{ id: 1, status: 'resolved', note: 'It is green now' }],
  });
  expect(report.updated).toBe(1);
  const second = signIn.holds;
  expect(second.clientId).toBe(first.clientId);
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);

  const next = await callTool(agent, 'create_review', {
    title,
    parent_id: made.id,
    images: [{ image: await uploadBlock(agent, '#18723f'), label: 'Home' }],
  });
  expect(next.pass).toBe(2);
  const [approved] = await Promise.all([
    decisionOn(agent, next.id),
    verifyAndApprove(browser, next.review_url, 'Home'),
  ]);
  expect(approved).toMatchObject({ status: 'approved', next_action: { action: 'proceed' }, work_packets: null });
  // One press was enough for all of it.
  expect(signIn.visited).toHaveLength(1);
}
