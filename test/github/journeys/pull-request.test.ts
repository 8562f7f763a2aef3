import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playScenes } from '../../demo/play.ts';
import { isPassed, type SceneResult } from '../../demo/result.ts';
import { startWorld, type World } from '../../demo/world.ts';

/** The whole loop over real processes: service, worker, App, built Action, Chromium and an MCP client. */
let world: World;
let folder: string;
let results: SceneResult[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-journey-'));
  world = await startWorld(join(folder, 'world'), () => {});
  results = await playScenes({ world, folder, auto: true, say: () => {} });
});

afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const marks = [
  {
    label: '/ · desktop',
    status: 'verified',
    area_changed: true,
    changed_as_asked: true,
    before: 'text contrast 1.2 to 1',
    after: 'text contrast 5.5 to 1',
  },
  {
    label: '/pricing/ · mobile',
    status: 'verified',
    area_changed: true,
    changed_as_asked: true,
    before: 'ends at 480 px on a screen of 390 px',
    after: 'ends at 370 px on a screen of 390 px',
  },
];

describe('a pull request', () => {
  test.each([
    ['the Action', 'ci', 1],
    ['the agent, over MCP,', 'agent', 2],
  ])('goes from two flaws to a passed check, %s opening the next pass', async (_, scene, number) => {
    const result = results[number - 1];
    expect(result).toMatchObject({ scene, checks: ['failure', 'success'], marks });
    expect(result !== undefined && isPassed(result)).toBe(true);
    const comments = await world.github.comments('kiln-and-harbour/website', number);
    expect(comments).toHaveLength(1);
    const decided = await readFile(join(folder, `pictures/${scene}-2-decided.md`), 'utf8');
    expect(decided).toMatch(/^# Check .*: completed, success\n\n## .*approved/i);
    expect(comments[0]?.body).toContain('pass 2');
  });

  test('leaves what came of it in result.json', async () => {
    expect(JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))).toEqual({ scenes: results });
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
