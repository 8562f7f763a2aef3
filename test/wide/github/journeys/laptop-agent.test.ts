import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Output } from '../../../../server/contract/client.ts';
import { type Agent, connectOld } from '../../../api/clients/support/agents.ts';
import { runAction } from '../../../support/action.ts';
import { png } from '../../../support/factories.ts';
import { gitHubEnvironment } from '../../../support/local-github/environment.ts';
import { startLocalGitHub } from '../../../support/local-github/index.ts';
import { startPeople } from '../../../support/local-github/people.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** A pull request’s job without any secret, and a local agent of somebody with write access to the repository. */
const [github, people, browser] = await Promise.all([startLocalGitHub(), startPeople(), launchBrowser()]);
people.forwardTo(github.apiUrl);
const workspace = await temporaryFolder('workspace-');
const service = await startService(gitHubEnvironment(github, people));

/** Does what the person does on the screen that their agent opens. */
const signInFor = (fullName: string) => async (at: Browser, address: string) => {
  const context = await at.newContext({ viewport: { width: 1024, height: 768 } });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    await page.getByRole('link', { name: 'Authorize' }).click();
    await page.getByRole('button', { name: fullName }).click();
    await page.getByText('@ada', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname === '/callback');
    return page.url();
  } finally {
    await context.close();
  }
};

test('the agent finds the review that the job opened for the pull request', async () => {
  const { id, fullName } = await github.createRepository({ owner: 'acme', name: 'shop', private: true });
  await github.installApp(fullName, `${service.url}/api/github/webhooks`);
  const pull = await github.openPullRequest({ repository: fullName, branch: 'blue', title: 'A blue button' });
  const run = await github.startRun({ repository: fullName, pullRequest: pull.number });
  await writeFile(join(workspace, 'home.png'), await png('#2b50e0', 120, 80));
  const action = await runAction({
    env: run.env,
    githubToken: run.token,
    workspace,
    inputs: { 'service-url': service.url, images: '*.png' },
  });
  expect(action.log).not.toContain('::error');
  expect(action.exitCode).toBe(0);

  people.addPerson('ada');
  people.allow('ada', { fullName, id, private: true }, 'write');
  people.signIn('ada');
  const agent: Agent = await connectOld(`${service.url}/mcp/sightline`, browser, undefined, signInFor(fullName));
  const listed = (await agent.call('list_reviews', {})).structuredContent as Output<'list_reviews'>;
  expect(listed.reviews.map((each) => each.id)).toEqual([action.outputs['review-id']]);
  const read = (await agent.call('get_review', { id: listed.reviews[0]?.id }))
    .structuredContent as Output<'get_review'>;
  expect(read).toMatchObject({ status: 'open', revision: pull.headSha });
  await agent.close();
  for (const token of people.tokens()) expect(service.logged()).not.toContain(token);
  console.log('a job without a secret, a GitHub sign-in in Chromium, an MCP client: 1 of 1 reviews seen');
});
