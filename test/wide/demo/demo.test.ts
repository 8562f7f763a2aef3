import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Choice, declined } from '../../demo/agent/rules.ts';
import { runDemo } from '../../demo/run-demo.ts';
import { mark, reviewerOf } from '../../support/factories.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = await temporaryFolder('sightline-demo-');

function run(name: string, choose?: () => Choice) {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const { signal } = new AbortController();
  const given = { folder: join(folder, name), auto: true, say, signal };
  const passed = runDemo(choose === undefined ? given : { ...given, choose });
  return { passed, lines };
}

test('all scenes pass: a pass opened by the Action, one by the agent over MCP, and one compared with a baseline', async () => {
  expect(await run('whole').passed).toBe(true);
  const { scenes } = JSON.parse(await readFile(join(folder, 'whole/result.json'), 'utf8'));
  const marks = [{ status: 'verified' }, { status: 'verified' }];
  const checks = ['failure', 'success'];
  expect(scenes).toMatchObject([
    { scene: 'ci', checks, marks },
    { scene: 'agent', checks, marks },
    { scene: 'baseline', asked: ['/pricing/ · desktop'], check: 'success' },
  ]);
});

test('an agent that reports fixes without changes fails the demo', async () => {
  const idle = { file: 'styles/site.css', apply: (css: string) => `${css}\n`, note: 'Fixed.' };
  const { passed, lines } = run('idle', () => ({ fix: idle }));
  expect(await passed).toBe(false);
  const said = lines.join('\n');
  expect(said).toContain('“Not fixed yet” for mark 1');
  expect(said).toContain('“Not fixed yet” for mark 2');
  expect(said).not.toContain('Verifies what');
  const { scenes } = JSON.parse(await readFile(join(folder, 'idle/result.json'), 'utf8'));
  const marks = [
    { label: '/ · desktop', status: 'reopened', area_changed: false, changed_as_asked: false },
    { label: '/pricing/ · mobile', status: 'reopened', area_changed: false, changed_as_asked: false },
  ];
  expect(scenes).toMatchObject([{ scene: 'ci', checks: ['failure'], marks }]);
});

test('with a person, a mark that the agent cannot fix stays open, and the pages stay open after the summary', async () => {
  const abort = new AbortController();
  const lines: string[] = [];
  const links: string[] = [];
  const statuses: string[][] = [];
  const takeTurn = async (link: string): Promise<void> => {
    links.push(link);
    const reviewer = reviewerOf({ review_url: link });
    const { review } = await reviewer.call('read_review', {});
    statuses.push(review.marks.map(({ status }) => status));
    if (links.length === 1) await reviewer.call('place_mark', mark({ body: 'Use another word' }));
    const outcome = links.length === 1 ? 'changes_requested' : 'approved';
    await reviewer.call('decide', { outcome, after_decision: 0 });
  };
  const answers: Promise<Response>[] = [];
  const say = (line: string): void => {
    lines.push(line);
    const link = /Open {2}(\S+)/.exec(line)?.[1];
    if (link !== undefined) takeTurn(link).catch(() => abort.abort());
    if (!line.includes('Press Ctrl+C to stop.')) return;
    const answer = fetch(links.at(-1) ?? '');
    answers.push(answer);
    answer.finally(() => abort.abort()).catch(() => {});
  };
  const passed = await runDemo({ folder: join(folder, 'person'), auto: false, say, signal: abort.signal });
  expect([passed, (await answers[0])?.status]).toEqual([true, 200]);
  expect(statuses).toEqual([[], ['open'], [], []]);
  const said = lines.join('\n');
  expect(said).toContain(`Leaves mark 1 open: ${declined}`);
  expect(said).toContain('Mark 1 on “/ · desktop”: still open');
  expect(said).not.toContain('screenshots/');
});

test('--help prints the usage and succeeds', () => {
  const demo = join(import.meta.dirname, '../../demo/demo.ts');
  const said = execFileSync(process.execPath, [demo, '--help'], { encoding: 'utf8' });
  expect(said).toContain('Usage: npm run demo');
});

test('a second demo in the same folder does not delete the files of the first one', async () => {
  const used = join(folder, 'used');
  await mkdir(used);
  await writeFile(join(used, 'process-id'), String(process.ppid));
  const { passed, lines } = run('used', () => ({ declined: '' }));
  expect(await passed).toBe(false);
  expect(lines.join('\n')).toContain(`It is running already, as process ${process.ppid}.`);
  expect(await readFile(join(used, 'process-id'), 'utf8')).toBe(String(process.ppid));
});

describe('Ctrl+C leaves nothing running', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
  });
  /** Returns the processes below one, including those of PostgreSQL and of the browser. */
  const below = (id: number): string[] => {
    const all = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n');
    const rows = all.map((line) => line.trim().split(/\s+/));
    const of = (parent: string): string[] =>
      rows.filter(([, ppid]) => ppid === parent).flatMap(([pid = '', , name]) => [`${pid} ${name}`, ...of(pid)]);
    return of(String(id));
  };
  const listed = (): string[] => {
    const all = execFileSync('ps', ['-eo', 'pid=,comm='], { encoding: 'utf8' }).trim().split('\n');
    return all.map((line) => line.trim().replace(/\s+/, ' '));
  };
  const said = (child: ChildProcess, words: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let all = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        all += text;
        if (all.includes(words)) resolve(all);
      });
      child.once('exit', () => reject(new Error(`It ended without saying “${words}”:\n${all}`)));
    });

  test.each([
    ['while it starts', 'Starting the service'],
    ['while it waits for a person', 'Now it is your turn'],
  ])('%s', async (name, words) => {
    const place = join(folder, name.replaceAll(' ', '-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../demo/demo.ts'), '--folder', place]);
    children.push(child);
    await said(child, words);
    const running = below(child.pid ?? 0);
    expect(running.join('\n')).toContain('postgres');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    // A killed process is listed until its new parent has read its exit code.
    await expect.poll(() => listed().filter((each) => running.includes(each))).toEqual([]);
  });
});
