import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playScenes, sceneScripts } from '../../demo/play.ts';
import { isPassed } from '../../demo/result.ts';
import { startWorld } from '../../demo/world.ts';
import { createTestDatabase } from '../../support/database.ts';
import { atFileEnd } from '../../support/file-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The whole loop with real processes: service, worker, App, built Action, Chromium and an MCP client. */
const folder = await temporaryFolder('sightline-journey-');
const database = await createTestDatabase();
const world = await startWorld(join(folder, 'world'), () => {}, { databaseUrl: database.url });
atFileEnd(() => world.close());
const scenes = sceneScripts.filter(({ name }) => name === 'agent');
const results = await playScenes({ world, folder, auto: true, takeScreenshots: false, say: () => {}, scenes });

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

test('a pull request gets from two flaws to a passed check: the Action opens pass 1, the agent pass 2', async () => {
  expect(results).toMatchObject([{ scene: 'agent', checks: ['failure', 'success'], marks }]);
  expect(results.every(isPassed)).toBe(true);
  const comments = await world.github.comments('kiln-and-harbour/website', 1);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('pass 2');
  const decided = await readFile(join(folder, 'github/agent-2-decided.md'), 'utf8');
  expect(decided).toMatch(/^# Check .*: completed, success\n\n## .*approved/i);
  expect(JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'))).toEqual({ scenes: results });
});

test('the journey leaves no secret in any log', async () => {
  const text = await readFile(join(world.folder, 'logs', 'service.log'), 'utf8');
  expect(text.length).toBeGreaterThan(1000);
  expect(text).not.toContain(world.token);
  expect(text).not.toMatch(/\/r\/[0-9A-Za-z]{43}/);
  expect(text).not.toContain('PRIVATE KEY');
});
