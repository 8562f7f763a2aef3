import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '../support/local-github/types.ts';
import type { AgentOptions } from './agent/fix.ts';
import { isPassed, marksOf, read, type SceneResult } from './result.ts';
import { type Reviewer, startReviewer } from './reviewer.ts';
import { openScene, type Scene } from './scene.ts';
import { Timeline } from './timeline.ts';
import type { World } from './world.ts';

/** One of the demo's two pull requests with flaws. */
export interface SceneScript {
  name: 'ci' | 'agent';
  title: string;
  branch: string;
  nextPass: 'action' | 'agent';
  /** Its subject, and how it differs from the other. */
  about: string;
}

export const sceneScripts: readonly SceneScript[] = [
  {
    name: 'ci',
    title: 'Warmer buttons',
    branch: 'warmer-buttons',
    nextPass: 'action',
    about: 'In CI. The agent only pushes its fixes; the push runs the GitHub Action, which opens the next pass.',
  },
  {
    name: 'agent',
    title: 'New pricing page',
    branch: 'new-pricing',
    nextPass: 'agent',
    about: 'An agent on its own. It pushes its fixes and opens the next pass itself, over MCP; no CI job runs again.',
  },
];

export interface PlayOptions {
  world: World;
  /** The folder for the images and texts of each step and for `result.json`. */
  folder: string;
  /** Whether the scripted reviewer also takes images of the page. Default: true. */
  takeScreenshots?: boolean;
  /** Whether a scripted reviewer decides; otherwise a person does. */
  auto: boolean;
  say: (line: string) => void;
  choose?: AgentOptions['choose'];
  /** The scenes to play. Default: all. */
  scenes?: readonly SceneScript[];
}

/** Plays the scenes in turn; with `auto` it stops after a failed one. Writes the results to `result.json`. */
export async function playScenes(options: PlayOptions): Promise<SceneResult[]> {
  const { world, folder, say, scenes = sceneScripts } = options;
  const images = join(folder, 'screenshots');
  const texts = join(folder, 'github');
  for (const each of [images, texts]) {
    await rm(each, { recursive: true, force: true });
    await mkdir(each, { recursive: true });
  }
  const repository = await world.github.createRepository({
    owner: 'kiln-and-harbour',
    name: 'website',
    private: true,
    files: {
      '.github/sightline.yml': 'fixer: workflow_dispatch\nworkflow: sightline-fix.yml\n',
      '.github/workflows/sightline-fix.yml': 'name: Fix what a visual review found\non: workflow_dispatch\njobs: {}\n',
    },
  });
  await world.github.installApp(repository.fullName, `${world.serviceUrl}/api/github/webhooks`);
  const timeline = new Timeline(say);
  const results: SceneResult[] = [];
  for (const [index, script] of scenes.entries()) {
    // The scene with a baseline comes after these.
    say(`\nScene ${index + 1} of ${scenes.length + 1}: ${script.about}`);
    const { title, branch, nextPass } = script;
    const { choose } = options;
    const given = { repository: repository.fullName, title, branch, nextPass };
    const scene = await openScene(world, timeline, choose === undefined ? given : { ...given, choose });
    const stage = { world, timeline, say, scene, repository: repository.fullName, name: script.name, texts };
    const reviewer = options.auto ? await startReviewer(options.takeScreenshots === false ? null : images) : null;
    const links = await playScene(stage, reviewer);
    const marks = await marksOf(links);
    results.push({ scene: script.name, title, checks: [...scene.conclusions], marks });
    await scene.jobsDone();
    await writeFile(join(folder, 'result.json'), `${JSON.stringify({ scenes: results }, null, 2)}\n`);
    if (options.auto && !results.every(isPassed)) break;
  }
  return results;
}

interface Stage {
  world: World;
  timeline: Timeline;
  say: (line: string) => void;
  scene: Scene;
  repository: string;
  name: string;
  texts: string;
}

const yourTurn = (link: string): string => `
  Now it is your turn. Open  ${link}
  The site has two flaws: the pale button on the home page and, on the phone, the pricing card that is too wide.
  Click the screenshot to leave a mark, drag to mark an area, say what is wrong, then press “Request changes”.
  The scripted agent can fix these two things and nothing else. It leaves any other mark open and says here why.
  Ctrl+C stops the demo.
`;
const nextTurn = (link: string, toVerify: number): string => `
  The next pass is here. Open  ${link}
  ${
    toVerify === 0
      ? 'Nothing was fixed: your marks are still open, for the reasons above. Mark one of the two flaws, or approve.'
      : 'Compare before and after, say whether each mark looks fixed, then approve, or ask again.'
  }
`;

/** Tells a person what to do on a pass. */
async function instruct({ say }: Stage, link: string, pass: number): Promise<void> {
  const { review } = await read(link);
  const toVerify = review.marks.filter(({ status }) => status === 'resolved').length;
  say(pass === 1 ? yourTurn(link) : nextTurn(link, toVerify));
}

/** Plays one pull request until a pass is approved or the scripted reviewer judged it. @returns the passes’ links */
async function playScene(stage: Stage, reviewer: Reviewer | null): Promise<string[]> {
  const { scene, timeline, name } = stage;
  const links: string[] = [];
  try {
    for (let pass = 1; ; pass += 1) {
      const check = await scene.until(null);
      timeline.add('App', `The check “${check.name}” waits: ${check.title}`);
      await keep(stage, check, `${name}-${pass}-waiting`);
      const link = scene.reviewUrl();
      links.push(link);
      const decision = scene.until('failure', 'success');
      if (reviewer === null) await instruct(stage, link, pass);
      else await review(stage, reviewer, link, pass);
      let decided = await decision;
      await keep(stage, decided, `${name}-${pass}-decided`);
      if (reviewer !== null && pass === 2) break;
      if (decided.conclusion === 'failure') {
        // Either the next pass or a changed decision on this one.
        const approved = scene.until('success').then((check) => {
          decided = check;
        });
        await Promise.race([scene.nextPass(link), approved]);
      }
      if (decided.conclusion === 'success') break;
    }
    if (scene.conclusions.at(-1) === 'success') timeline.add('App', 'The check passes on the newest head');
    await reviewer?.look(links[0] ?? '', `${name}-older-pass`);
    return links;
  } finally {
    await reviewer?.close();
  }
}

/** Performs the scripted reviewer’s part of a pass: places marks on the first one, judges the next. */
async function review({ scene, timeline, name }: Stage, reviewer: Reviewer, link: string, pass: number): Promise<void> {
  if (pass === 1) {
    timeline.add('Reviewer', 'Opens the link, marks the button (must fix) and the card, then requests changes');
    const { review } = await read(link);
    return reviewer.askForChanges(link, new URL(review.page_url ?? '').origin, `${name}-${pass}`);
  }
  // The agent has made all fixes that it knows. Another round would change the result while it is read.
  scene.stopAgent();
  const { verified, notFixed } = await reviewer.judge(link, `${name}-${pass}`);
  if (verified.length > 0) {
    timeline.add('Reviewer', `Verifies what changed as asked: ${verified.map((id) => `mark ${id}`).join(', ')}`);
  }
  for (const id of notFixed) timeline.add('Reviewer', `“Not fixed yet” for mark ${id}`);
  timeline.add('Reviewer', notFixed.length === 0 ? 'Approves' : 'Asks for changes again');
}

/** Stores what GitHub shows at this moment, as text. */
async function keep({ world, repository, scene, texts }: Stage, check: Check, name: string): Promise<void> {
  const comments = await world.github.comments(repository, scene.number);
  const text = [
    `# Check “${check.name}”: ${check.status}, ${check.conclusion ?? 'no conclusion yet'}`,
    `## ${check.title}\n\n${check.summary}\n\n${check.text}`,
    ...comments.map((comment) => `# Comment by ${comment.author}\n\n${comment.body}`),
  ].join('\n\n');
  await writeFile(join(texts, `${name}.md`), text);
}
