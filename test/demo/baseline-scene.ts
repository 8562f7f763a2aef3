import { appendFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ActionRun, runAction } from '../support/action.ts';
import type { Check } from '../support/local-github/types.ts';
import { buildSite, serveSite } from './agent/serve-site.ts';
import { startReviewer } from './reviewer.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './world.ts';

export const baselineAbout =
  'With a baseline. A pull request that changes nothing passes by itself; a dependency update asks for one screenshot.';

export interface BaselineResult {
  scene: 'baseline';
  /** The check of the pull request that changes nothing, without any decision. */
  unchanged: string;
  /** The screenshots that the dependency update asks for. */
  asked: string[];
  /** The conclusion of its check at the end. */
  check: string | null;
}

/** Returns whether nothing was asked without a change, exactly one screenshot with one, and the check then passed. */
export const isBaselinePassed = ({ unchanged, asked, check }: BaselineResult): boolean =>
  unchanged.startsWith('No visible changes since ') && asked.join() === '/pricing/ · desktop' && check === 'success';

const name = 'website';
/** What an update of a dependency did to the site: the plans’ names are larger, where the window is wide. */
const update = '\n@media (min-width: 761px) {\n  .plan h2 {\n    font-size: 2.4rem;\n  }\n}\n';

/** Waits for the check of a commit to have one of these conclusions (null: it waits for a decision). */
async function until(world: World, repository: string, sha: string, ...wanted: (string | null)[]): Promise<Check> {
  for (;;) {
    const [check] = await world.github.checks(repository, sha);
    const settled = check?.conclusion != null || check?.status === 'in_progress';
    if (check !== undefined && settled && wanted.includes(check.conclusion)) return check;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Plays a push to the main branch and two pull requests. With `images`, a scripted reviewer approves the second one and
 * keeps images there; with null, a person does.
 */
export async function playBaselineScene(
  world: World,
  timeline: Timeline,
  say: (line: string) => void,
  images: string | null,
): Promise<BaselineResult> {
  const { github } = world;
  const { fullName: repository } = await github.createRepository({
    owner: 'kiln-and-harbour',
    name: 'shop',
    private: true,
  });
  await github.installApp(repository, `${world.serviceUrl}/api/github/webhooks`);
  const siteDir = join(world.folder, 'baseline/site');
  await mkdir(siteDir, { recursive: true });
  await cp(join(import.meta.dirname, 'site'), siteDir, { recursive: true });
  let built = '';
  const preview = await serveSite(() => built);
  world.atClose(() => preview.close());
  const build = async (folder: string): Promise<void> => {
    await buildSite(siteDir, join(world.folder, 'baseline', folder));
    built = join(world.folder, 'baseline', folder);
  };
  const act = async (pullRequest: number, branch?: string): Promise<ActionRun> => {
    const event = branch === undefined ? {} : { event: 'push' as const, branch };
    const run = await github.startRun({ repository, pullRequest, ...event });
    const inputs = {
      'service-url': world.serviceUrl,
      token: world.token,
      name,
      url: preview.url,
      paths: '/\n/pricing/',
    };
    const result = await runAction({ env: run.env, githubToken: run.token, inputs });
    if (result.exitCode !== 0) throw new Error(`The Action failed:\n${result.log}`);
    return result;
  };
  const open = (branch: string, title: string, files: Record<string, string>) =>
    github.openPullRequest({ repository, branch, title, files });

  await build('main');
  const readme = await open('readme', 'Correct the opening hours in the README', { 'README.md': 'Open from 8.' });
  await act(readme.number, 'main');
  timeline.add('Action', 'Records the baseline of the main branch after a push, without asking anyone');
  await act(readme.number);
  const unchanged = await until(world, repository, readme.headSha, 'success');
  timeline.add('App', `The check of #${readme.number}, which changes only a text file, passes: ${unchanged.title}`);

  await appendFile(join(siteDir, 'styles/site.css'), update);
  await build('update');
  const pull = await open('update', 'Update all dependencies', { 'package.json': '{}' });
  const link = (await act(pull.number)).outputs['review-url'] ?? '';
  const waiting = await until(world, repository, pull.headSha, null);
  timeline.add('App', `The check of #${pull.number} waits: ${waiting.title}`);
  const asked = [...waiting.summary.matchAll(/^- `(.+)`: changed$/gm)].map(([, label = '']) => label);
  if (images === null) {
    say(`\n  Now it is your turn. Open  ${link}\n  Only one of four screenshots changed. Compare it, then approve.\n`);
  } else {
    const reviewer = await startReviewer(images);
    try {
      await reviewer.approveChanges(link, 'baseline');
    } finally {
      await reviewer.close();
    }
    timeline.add('Reviewer', 'Looks at the one screenshot that changed, and approves it');
  }
  const decided = await until(world, repository, pull.headSha, 'success', 'failure');
  timeline.add('App', `The check of #${pull.number}: ${decided.conclusion}`);
  return { scene: 'baseline', unchanged: unchanged.title, asked, check: decided.conclusion };
}
