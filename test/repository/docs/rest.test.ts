import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { root } from '../readme/support/readme.ts';
import { block } from './support/blocks.ts';
import { openShell } from './support/shell.ts';

const service = await startService();
const shell = await openShell(service.url);

test('the README’s first commands get a token and submit an image', async () => {
  const { code, stdout, stderr } = await shell.run(block('README', 'TOKEN='), { cwd: root });
  expect(code, stderr).toBe(0);
  const review = JSON.parse(stdout);
  expect(review).toMatchObject({ title: 'First look', status: 'open' });
  expect((await fetch(review.review_url)).status).toBe(200);
});

test('the quick start’s commands for agents submit an image, print the link, and say what to do next', async () => {
  const commands = ['TOKEN=', 'REVIEW=', 'curl -fsS'].map((begin) => block('start-agent', begin)).join('\n');
  const { code, stdout, stderr } = await shell.run(commands, { cwd: root });
  expect(code, stderr).toBe(0);
  const [link = '', ...rest] = stdout.split('\n');
  expect((await fetch(link)).status).toBe(200);
  expect(JSON.parse(rest.join('\n'))).toMatchObject({
    next_action: { action: 'wait_for_reviewer' },
    work_packets: { pins: [], must_fix: [] },
  });
});
