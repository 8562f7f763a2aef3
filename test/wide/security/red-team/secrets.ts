import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Pull } from '../../../github/action/support/bench.ts';
import type { ActionRun } from '../../../support/action.ts';
import { decide, review } from '../../../support/factories.ts';
import { secretOf } from '../../../support/guest.ts';
import { person } from '../../../support/local-github/git.ts';
import type { Stack } from './support/stack.ts';

const images = { images: 'shots/*.png' };

/** Where others could find secrets and links. */
export function secrets(stack: () => Stack): void {
  /** Returns everything that other steps, or readers of the repository or of a log, can read. */
  async function traces(pull: Pull, run: ActionRun): Promise<string> {
    await stack().idle();
    const bodies = (await pull.comments()).map(({ body }) => {
      const rows = /sightline-rows:([\w+/=]*)/.exec(body)?.[1] ?? '';
      return body + Buffer.from(rows, 'base64').toString();
    });
    const checks = await stack().github.checks(pull.repository, pull.headSha);
    const entries = await readdir(pull.workspace, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const files = await Promise.all(paths.map((path) => readFile(path, 'latin1')));
    const shown = [run.rawLog, JSON.stringify(run.outputs), run.summary, ...bodies, JSON.stringify(checks)];
    return [...shown, ...files].join('\n');
  }

  test('secrets in logs', async () => {
    const { table, openForAction, service, github } = stack();
    const given = {
      header: 'bypass-4f1c9ab7d2e84c55',
      cookie: 'session-93b2aa10c7d94e01',
      wrong: 'slt_wrong0123456789abcdefghij0123456789abcdefghij0',
      github: 'ghp_wrong0123456789abcdefghij0123456789',
    };
    const protectedPreview = {
      url: 'http://127.0.0.1:9/',
      headers: `x-preview-bypass: ${given.header}`,
      cookies: `session=${given.cookie}`,
    };
    const debug = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' };
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{ ...images, token: '' }, debug],
      [images, debug],
      [{ ...images, link: 'sign-in' }, debug],
      [protectedPreview, debug],
      [{ ...images, token: given.wrong }, {}],
      [{ ...images, 'github-token': given.github }, {}],
      [{ ...images, token: '', 'service-url': github.apiUrl }, debug],
      [{ ...images, token: '' }, { ACTIONS_ID_TOKEN_REQUEST_TOKEN: given.wrong }],
    ];
    const own = [github.app.webhookSecret, github.app.privateKey.split('\n')[1] ?? '', 'a key for tests only'];
    let searched = 0;
    const attempt = async ([inputs, env]: (typeof attempts)[number], index: number) => {
      const pull = await openForAction();
      await pull.draw('shots/a.png', 'red');
      const run = await pull.act({ inputs: { name: `run ${index}`, ...inputs }, env });
      const all = [pull.client.token, ...Object.values(given), ...Object.values(run.given), ...run.secrets, ...own];
      const hidden = [...new Set(all)].filter((secret) => secret.length > 5);
      const left = await traces(pull, run);
      expect(hidden.filter((secret) => left.includes(secret))).toEqual([]);
      // A link is only in the service’s own database, not in its log.
      expect([...hidden, ...own].filter((secret) => service.logged().includes(secret))).toEqual([]);
      searched += hidden.length;
    };
    await Promise.all(attempts.map(attempt));
    expect(service.logged()).not.toMatch(/\/[rg]\/[0-9A-Za-z]{40}|eyJ[\w-]{20}|ghs_|sl[tar]_[0-9A-Za-z]{40}/);
    table.add({
      attack: 'secrets in logs',
      tried:
        'runs that go well, are refused, fail and are debugged; log, outputs, summary, comment, check, files, the service’s log',
      variants: attempts.length,
      happened: `${searched} secrets searched for, 0 found`,
      after: `${service.logged().length} characters of the service’s log: no link, no token`,
    });
  });

  test('links on a public repository', async () => {
    const { table, openForAction } = stack();
    const inputs: Record<string, string>[] = [
      {},
      { link: 'sign-in' },
      { comment: 'false' },
      { wait: '0.01' },
      { pictures: 'true' },
    ];
    let found = 0;
    const attempt = async (more: Record<string, string>, index: number) => {
      const pull = await openForAction({ private: false });
      await pull.draw('shots/a.png', 'red');
      const run = await pull.act({ inputs: { ...images, name: `public ${index}`, ...more } });
      const [newest] = (await pull.client.call('list_reviews', {})).reviews;
      const made = await pull.client.call('get_review', { id: newest?.id ?? '' });
      const left = await traces(pull, run);
      expect(left).toContain(`/review/${pull.repositoryId}-${made.id}`);
      for (const url of [made.review_url, made.guest_share_url]) if (left.includes(secretOf(url))) found += 1;
    };
    await Promise.all(inputs.map(attempt));
    expect(found).toBe(0);
    table.add({
      attack: 'links read on a public repository',
      tried:
        'by default, sign-in, without a comment, while waiting, with images; log, outputs, summary, comment, check',
      variants: inputs.length,
      happened: `${found} links found; the address that asks who comes is all that stands there`,
      after: 'reviews open',
    });
  });

  test('a comment forged before a job that writes it itself', async () => {
    const { table, openForAction, mallory } = stack();
    const evil = await review(mallory);
    const pull = await openForAction();
    await pull.draw('shots/a.png', 'red');
    const row = { name: 'visual', id: evil.id, url: evil.review_url, thumbnail: null, status: 'approved', pass: 9 };
    const rest = { revision: 'x', shots: { all: 1, changed: 0, added: 0, failed: 0 }, toVerify: 0, outstanding: 0 };
    const rows = [{ ...row, ...rest, written: Date.now() + 10 ** 9 }];
    const encoded = Buffer.from(JSON.stringify(rows)).toString('base64');
    const body = `<!-- sightline -->\n<!-- sightline-rows:${encoded} -->`;
    await fetch(`${stack().github.apiUrl}/repos/${pull.repository}/issues/${pull.number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
    const run = await pull.act({ inputs: { ...images, app: 'none' } });
    await decide(evil, 'approved');
    const [forged, own, ...others] = await pull.comments();
    expect(others).toEqual([]);
    expect(forged?.body).toBe(body);
    expect(own?.body).toContain(run.outputs['review-url']);
    expect(own?.body).not.toContain(secretOf(evil.review_url));
    expect(own?.body).not.toContain('Approved');
    expect((await pull.review(run)).status).toBe('open');
    table.add({
      attack: 'forged comment, without the App',
      tried: 'the marker and a row that says approved, of a later hour, by another author',
      variants: 1,
      happened: 'left alone; the job wrote a comment of its own',
      after: 'review open, its row waiting',
    });
  });
}
