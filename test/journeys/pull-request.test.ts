import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reviewer, startReviewer } from '../demo/reviewer.ts';
import { openScene, type Scene, type SceneOptions } from '../demo/scene.ts';
import { Timeline } from '../demo/timeline.ts';
import { startWorld, type World } from '../demo/world.ts';

/** The whole loop over real processes: service, worker, App, built Action, Chromium and an MCP client. */
let world: World;
let reviewer: Reviewer;
let folder: string;
let repository: string;

const shots = { home: '/ · desktop', pricing: '/pricing/ · mobile' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-journey-'));
  world = await startWorld(join(folder, 'world'), () => {});
  reviewer = await startReviewer(folder);
  const made = await world.github.createRepository({
    owner: 'octo',
    name: 'shop',
    private: true,
    files: {
      '.github/sightline.yml': 'fixer: workflow_dispatch\n',
      '.github/workflows/sightline-fix.yml': 'name: Fix\non: workflow_dispatch\njobs: {}\n',
    },
  });
  repository = made.fullName;
  await world.github.installApp(repository, `${world.appUrl}/api/github/webhooks`);
});

afterAll(async () => {
  await reviewer?.close();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

async function previewOf(link: string): Promise<string> {
  const view = (await (await fetch(`${link}/review`)).json()) as { review: { page_url: string } };
  return new URL(view.review.page_url).origin;
}

async function loop(options: Omit<SceneOptions, 'repository'>): Promise<{ scene: Scene; links: string[] }> {
  const scene = await openScene(world, new Timeline(() => {}), { repository, ...options });
  const waiting = await scene.until(null);
  expect(waiting.status).toBe('in_progress');
  const first = scene.reviewUrl();
  await reviewer.askForChanges(first, { ...shots, preview: await previewOf(first) }, options.branch, () => {});
  await scene.nextPass(first);
  const next = scene.reviewUrl();
  await scene.until(null);
  const verified = await reviewer.verifyAndApprove(next, `${options.branch}-next`);
  expect(verified).toBe(2);
  await scene.until('success');
  await scene.close();
  expect(scene.conclusions).toEqual(['failure', 'success']);
  return { scene, links: [first, next] };
}

describe('a pull request', () => {
  test('goes from a preview to a passed check, the Action opening the next pass', async () => {
    const { scene, links } = await loop({ title: 'Warmer buttons', branch: 'warmer', nextPass: 'action' });
    const comments = await world.github.comments(repository, scene.number);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain(links[1]);
    const check = await scene.until('success');
    expect(check.title).toMatch(/approved/i);
  });

  test('goes from a preview to a passed check, the agent opening the next pass over MCP', async () => {
    const { scene } = await loop({ title: 'New pricing', branch: 'pricing', nextPass: 'agent' });
    expect(await world.github.comments(repository, scene.number)).toHaveLength(1);
  });

  test('leaves no secret in any log', async () => {
    const logs = await Promise.all(
      ['service', 'app'].map((name) => readFile(join(world.folder, 'logs', `${name}.log`), 'utf8')),
    );
    const text = logs.join('\n');
    expect(text.length).toBeGreaterThan(1000);
    expect(text).not.toContain(world.token);
    expect(text).not.toMatch(/\/r\/[0-9A-Za-z]{43}/);
    expect(text).not.toContain('PRIVATE KEY');
  });
});
