import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../server/contract/client.ts';
import { runAction } from '../support/action.ts';
import type { Check } from '../support/local-github/types.ts';
import { type AgentOptions, runAgent } from './agent/fix.ts';
import { buildSite, serveSite } from './agent/serve-site.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './world.ts';

const site = join(import.meta.dirname, 'site');
const reviewName = 'website';
const pages = ['/', '/pricing/'];

export interface SceneOptions {
  repository: string;
  title: string;
  branch: string;
  /** Who opens the next pass after a push: the Action in CI, or the agent itself over MCP. */
  nextPass: 'action' | 'agent';
  /** How the agent decides what to do about a mark. */
  choose?: AgentOptions['choose'];
}

/** One pull request: its preview, its jobs, its fixing agent, and the states its check went through. */
export interface Scene {
  number: number;
  /** The link of the newest pass that the Action published or an agent opened. */
  reviewUrl(): string;
  /**
   * Waits until the check of the current head has one of these conclusions (null: it waits for a decision). The head is
   * read once, because a fixing agent may push at any moment.
   */
  until(...conclusions: (string | null)[]): Promise<Check>;
  /** Waits until a pass after the one behind `link` exists with all its screenshots. */
  nextPass(link: string): Promise<void>;
  /** Makes the agent ignore all further decisions. */
  stopAgent(): void;
  /** Every conclusion of the check, in order. */
  conclusions: readonly string[];
  /** Waits until the agent has finished what it works on. The preview stays until the world closes. */
  jobsDone(): Promise<void>;
}

export async function openScene(world: World, timeline: Timeline, options: SceneOptions): Promise<Scene> {
  const { github } = world;
  const { repository } = options;
  const work = join(world.folder, options.branch);
  const siteDir = join(work, 'site');
  await mkdir(work, { recursive: true });
  await cp(site, siteDir, { recursive: true });

  let built = join(work, 'build-0');
  const preview = await serveSite(() => built);
  world.atClose(() => preview.close());
  const buildPreview = async (sha: string): Promise<void> => {
    const folder = join(work, `build-${sha.slice(0, 7)}`);
    await buildSite(siteDir, folder);
    built = folder;
  };

  const styles = () => readFile(join(siteDir, 'styles/site.css'), 'utf8');
  const pull = await github.openPullRequest({
    repository,
    branch: options.branch,
    title: options.title,
    files: { 'styles/site.css': await styles() },
  });
  let head = pull.headSha;
  let reviewUrl = '';
  const conclusions: string[] = [];
  timeline.add('GitHub', `Pull request #${pull.number} “${options.title}” is opened at ${head.slice(0, 7)}`);
  await buildPreview(head);
  timeline.add('GitHub', `The preview of ${head.slice(0, 7)} is built and served at ${preview.url}`);

  const runJob = async (): Promise<void> => {
    const run = await github.startRun({ repository, pullRequest: pull.number });
    const result = await runAction({
      env: run.env,
      githubToken: run.token,
      inputs: {
        'service-url': world.serviceUrl,
        token: world.token,
        name: reviewName,
        url: preview.url,
        paths: pages.join('\n'),
      },
    });
    if (result.exitCode !== 0) throw new Error(`The Action failed:\n${result.log}`);
    reviewUrl = result.outputs['review-url'] ?? '';
    timeline.add(
      'Action',
      `Pass ${result.outputs.pass} is made (${result.outputs.status}); its link is in the one comment`,
    );
  };

  const push = async (message: string): Promise<void> => {
    const files = { 'styles/site.css': await styles() };
    const pushed = await github.push({ repository, branch: options.branch, message, files });
    head = pushed.headSha;
    await buildPreview(head);
  };
  const publish = async () => {
    await push('Fix what the review found');
    timeline.add('Agent', `Pushes ${head.slice(0, 7)}; the preview is built anew`);
    return { revision: head, pages: pages.map((page) => preview.url + page) };
  };

  let fail: (error: unknown) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => {});
  const until = async (...wanted: (string | null)[]): Promise<Check> => {
    const sha = head;
    for (;;) {
      const check = (await github.checks(repository, sha)).find((each) => each.name.includes(reviewName));
      const settled = check?.conclusion != null || check?.status === 'in_progress';
      if (check !== undefined && settled && wanted.includes(check.conclusion)) {
        if (check.conclusion !== null && conclusions.at(-1) !== check.conclusion) conclusions.push(check.conclusion);
        return check;
      }
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), failure]);
    }
  };
  const fix = async (reviewId: string): Promise<void> => {
    await until('failure');
    timeline.add(
      'App',
      'Verifies the signed decision, reads the review again, and fails the check, which lists the marks',
    );
    timeline.add('App', 'Starts the workflow of the fixing agent');
    const { fixed, nextReview } = await runAgent({
      serviceUrl: world.serviceUrl,
      token: world.token,
      reviewId,
      siteDir,
      publish,
      openPass: options.nextPass === 'agent',
      say: (line) => timeline.add('Agent', line),
      ...(options.choose === undefined ? {} : { choose: options.choose }),
    });
    if (fixed.size === 0) {
      await push('Start the next pass');
      timeline.add('GitHub', 'The agent pushed nothing: an empty commit starts the next pass, so that you can go on');
    }
    if (nextReview === null) return runJob();
    reviewUrl = nextReview.review_url;
    timeline.add('Agent', `Opens pass ${nextReview.pass} itself, over MCP`);
  };
  let jobs = Promise.resolve();
  let working = true;
  github.onDispatch((dispatch) => {
    const id = dispatch.inputs.review_id ?? '';
    if (!working || dispatch.repository !== repository || dispatch.inputs.head_branch !== options.branch) return;
    jobs = jobs.then(() => fix(id)).catch(fail);
  });

  await runJob();
  return {
    number: pull.number,
    reviewUrl: () => reviewUrl,
    until,
    conclusions,
    stopAgent() {
      working = false;
    },
    async nextPass(link) {
      while (reviewUrl === link) await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), failure]);
      await untilShots(world.serviceUrl, reviewUrl);
    },
    jobsDone: () => jobs,
  };
}

/** Waits until the pass behind a link is complete and compared, so that the reviewer sees all of it. */
async function untilShots(serviceUrl: string, reviewUrl: string): Promise<void> {
  const client = createClient({ baseUrl: serviceUrl, link: reviewUrl.split('/r/')[1] ?? '' });
  for (;;) {
    const view = await client.call('read_review', {});
    const { status, screenshots } = view.review;
    const compared = screenshots.every(({ change }) => change !== null);
    if (status !== 'preparing' && screenshots.length === view.expected_shots && compared) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
