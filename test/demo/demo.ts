import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Check } from '../support/local-github/types.ts';
import { type Reviewer, startReviewer } from './reviewer.ts';
import { openScene, type Scene } from './scene.ts';
import { Timeline } from './timeline.ts';
import { startWorld, type World } from './world.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.sightline/demo');
const pictures = join(folder, 'pictures');
const auto = process.argv.includes('--auto');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const shots = { home: '/ · desktop', pricing: '/pricing/ · mobile' };

const settings = 'fixer: workflow_dispatch\nworkflow: sightline-fix.yml\n';
const workflow = 'name: Fix what a visual review found\non: workflow_dispatch\njobs: {}\n';

/** Keeps what GitHub shows at this moment, as text beside the pictures. */
async function keep(world: World, repository: string, scene: Scene, check: Check, name: string): Promise<void> {
  const comments = await world.github.comments(repository, scene.number);
  const text = [
    `# Check “${check.name}”: ${check.status}, ${check.conclusion ?? 'no conclusion yet'}`,
    `## ${check.title}\n\n${check.summary}\n\n${check.text}`,
    ...comments.map((comment) => `# Comment by ${comment.author}\n\n${comment.body}`),
  ].join('\n\n');
  await writeFile(join(pictures, `${name}.md`), text);
}

const yourTurn = (link: string): string => `
  Now it is your turn. Open  ${link}
  Click the picture to leave a mark, drag to mark an area. The site has two flaws: the pale button on the
  home page and, on the phone, the pricing card that is too wide. Then press “Ask for changes”.
`;
const nextTurn = (link: string): string => `
  The next pass is here. Open  ${link}
  Compare before and after, say whether each mark looks fixed, then approve, or ask again.
`;

/** What the played reviewer does on a pass: marks the first one, verifies and approves the next. */
async function review(
  reviewer: Reviewer,
  timeline: Timeline,
  link: string,
  pass: number,
  picture: string,
): Promise<void> {
  if (pass === 1) {
    const preview = `http://${new URL((await firstPage(link)) ?? '').host}`;
    await reviewer.askForChanges(link, { ...shots, preview }, picture, () =>
      timeline.add('Reviewer', 'Drops a point (must fix) and a box, writes, and asks for changes'),
    );
  } else {
    const verified = await reviewer.verifyAndApprove(link, picture);
    timeline.add('Reviewer', `Verifies ${verified} marks, before and after side by side, and approves`);
  }
}

/** Plays one pull request until a pass is approved. @returns whether its check went failed → passed */
async function play(
  world: World,
  timeline: Timeline,
  repository: string,
  scene: Scene,
  name: string,
): Promise<boolean> {
  const reviewer = auto ? await startReviewer(pictures) : null;
  try {
    const first = scene.reviewUrl();
    for (let pass = 1; ; pass += 1) {
      const check = await scene.until(null);
      timeline.add('App', `The check “${check.name}” waits: ${check.title}`);
      await keep(world, repository, scene, check, `${name}-${pass}-waiting`);
      const link = scene.reviewUrl();
      const decision = scene.until('failure', 'success');
      if (reviewer === null) say(pass === 1 ? yourTurn(link) : nextTurn(link));
      else await review(reviewer, timeline, link, pass, `${name}-${pass}`);
      let decided = await decision;
      await keep(world, repository, scene, decided, `${name}-${pass}-decided`);
      if (decided.conclusion === 'failure') {
        // The next pass, or a change of mind about this one.
        const approved = scene.until('success').then((check) => {
          decided = check;
        });
        await Promise.race([scene.nextPass(link), approved]);
      }
      if (decided.conclusion === 'success') break;
    }
    timeline.add('App', 'The check passes on the newest head');
    if (reviewer !== null) await reviewer.look(first, `${name}-older-pass`);
    const conclusions = scene.conclusions.join(' → ');
    return auto ? conclusions === 'failure → success' : conclusions.endsWith('success');
  } finally {
    await reviewer?.close();
  }
}

async function firstPage(link: string): Promise<string | null> {
  const response = await fetch(`${link}/review`);
  const view = (await response.json()) as { review: { page_url: string | null } };
  return view.review.page_url;
}

say('\nSightline, the whole loop on this machine\n');
const timeline = new Timeline(say);
let world: World | null = null;
let passed = false;
const end = async (code: number): Promise<never> => {
  await world?.close();
  process.exit(code);
};
// A person may take an hour; a machine that takes this long is stuck.
if (auto) {
  setTimeout(() => {
    say(`\nThe demo did not come to its end. Logs: ${relative(process.cwd(), join(folder, 'logs'))}/`);
    void end(1);
  }, 300_000).unref();
}
process.on('SIGINT', () => void end(130));
process.on('SIGTERM', () => void end(143));
try {
  world = await startWorld(folder, (line) => say(`• ${line}`));
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const files = { '.github/sightline.yml': settings, '.github/workflows/sightline-fix.yml': workflow };
  const repository = await world.github.createRepository({
    owner: 'kiln-and-harbour',
    name: 'website',
    private: true,
    files,
  });
  await world.github.installApp(repository.fullName, `${world.appUrl}/api/github/webhooks`);
  say(`• The service is at ${world.serviceUrl}\n`);

  say('Scene 1: in CI. The agent pushes, the Action opens the next pass.');
  const one = await openScene(world, timeline, {
    repository: repository.fullName,
    title: 'Warmer buttons',
    branch: 'warmer-buttons',
    nextPass: 'action',
  });
  const inCi = await play(world, timeline, repository.fullName, one, 'ci');
  await one.close();

  say('\nScene 2: an agent on its own. It opens the next pass over MCP; the App adopts it.');
  const two = await openScene(world, timeline, {
    repository: repository.fullName,
    title: 'New pricing page',
    branch: 'new-pricing',
    nextPass: 'agent',
  });
  const byAgent = await play(world, timeline, repository.fullName, two, 'agent');
  await two.close();
  passed = inCi && byAgent;
  say(`\n${timeline.table()}\n`);
  say(`Check of scene 1: ${one.conclusions.join(' → ')}. Check of scene 2: ${two.conclusions.join(' → ')}.`);
  if (auto) {
    say(`Pictures of each step (${(await readdir(pictures)).length} files): ${relative(process.cwd(), pictures)}/`);
  }
} catch (error) {
  say(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  say(`Logs: ${relative(process.cwd(), join(folder, 'logs'))}/`);
}
await end(passed ? 0 : 1);
