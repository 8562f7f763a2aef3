import { expect, test } from 'vitest';
import { untilNamed } from './support/github.ts';
import { startBench } from './support/start-app.ts';

const missing = { title: 'No review of this commit', conclusion: 'failure' };
const bench = await startBench();

test('a pull request that touches the paths is red without a pass of its head, and then follows the review', async () => {
  const settings = "require:\n  paths: ['src/ui/**']\n";
  const pull = await bench.newPullRequest({ settings, changes: { 'src/ui/pay.css': 'a', 'docs/a.md': 'b' } });
  const check = await untilNamed(bench, pull, 'Sightline', missing);
  expect(check.summary).toContain('changes `src/ui/pay.css`, which matches `src/ui/**`');
  expect(check.summary).toContain(`none was submitted for commit \`${pull.headSha.slice(0, 7)}\``);
  expect(check.summary).not.toContain('--parent');

  const registered = await bench.newRegistered(pull);
  await untilNamed(bench, pull, 'Sightline', { title: '0 of 1 review passed', conclusion: null });
  await bench.settle(registered, 'approved');
  await untilNamed(bench, pull, 'Sightline', { title: '1 review passed', conclusion: 'success' });

  const next = await bench.push(pull);
  const again = await untilNamed(bench, next, 'Sightline', missing);
  expect(again.summary).toContain(
    `sightline review http://localhost:3000 --pages / --parent ${registered.review.id} --revision ${next.headSha}`,
  );
  const group = await bench.github.enqueue({ repository: pull.repository, pullRequest: pull.number });
  await untilNamed(bench, { ...pull, headSha: group.headSha }, 'Sightline', { conclusion: 'failure' });
});

test('with `only: agents`, a person’s pull request passes until an agent has a part in it', async () => {
  const settings = "require:\n  paths: ['src/ui/**']\n  only: agents\n";
  const pull = await bench.newPullRequest({ settings, changes: { 'src/ui/pay.css': 'a' } });
  await untilNamed(bench, pull, 'Sightline', { title: 'No review required', conclusion: 'success' });
  const next = await bench.push(pull, {
    message: 'Make it darker\n\nCo-Authored-By: Claude <noreply@anthropic.com>\n',
  });
  const check = await untilNamed(bench, next, 'Sightline', missing);
  expect(check.summary).toContain('This pull request from an agent changes `src/ui/pay.css`');
});
