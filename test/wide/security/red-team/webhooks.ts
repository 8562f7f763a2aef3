import { expect, test } from 'vitest';
import { sql } from '../../../api/support/sql.ts';
import { decide } from '../../../support/factories.ts';
import { type Forgery, type Pass, type Stack, signatureOf, waiting } from './support/stack.ts';
import { tally } from './support/table.ts';

/** Decisions and events with a forged sender. */
export function webhooks(stack: () => Stack): void {
  test('a forged review.decided', async () => {
    const { table, open, newPass, tellDecision, stateOf, idle } = stack();
    const [pass, other] = [await newPass(await open()), await newPass(await open())];
    await idle();
    const forgeries: [Forgery, number][] = [
      [{ signature: '' }, 401],
      [{ signature: 'sha256=' }, 401],
      [{ signature: `sha256=${'0'.repeat(64)}` }, 401],
      [{ key: '' }, 401],
      [{ key: other.secret }, 401],
      [{ key: pass.review.id }, 401],
      [{ signature: signatureOf('', pass.secret) }, 401],
      [{ signature: `SHA256=${signatureOf('x', pass.secret).slice(7)}` }, 401],
      [{ alter: (body) => body.replace('"Ada"', '"Eve"') }, 401],
      [{ alter: (body) => `${body} ` }, 401],
      // Correctly signed by the owner of another review.
      [{ headerId: other.review.id }, 401],
      [{ key: other.secret, headerId: other.review.id }, 422],
      [{ review: { id: other.review.id } }, 422],
      [{ review: { id: '../../x' } }, 422],
      [{ headerId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 404],
      [{ headerId: "' OR 1=1 --" }, 404],
      [{ headerId: '' }, 404],
      [{ event: 'review.opened' }, 422],
      [{ event: '' }, 422],
    ];
    const answers: number[] = [];
    for (const [forgery, status] of forgeries) {
      answers.push(await tellDecision(pass, forgery));
      expect(answers.at(-1), JSON.stringify(forgery)).toBe(status);
    }
    await idle();
    expect([await stateOf(pass), await stateOf(other)]).toEqual([waiting, waiting]);
    table.add({
      attack: 'forged webhook of the service',
      tried: 'no, other and old signatures; another review’s body; bytes altered; ids that disagree',
      variants: forgeries.length,
      happened: tally(answers),
      after: waiting,
    });
  });

  test('a review.decided signed with the review’s own secret for a decision that nobody made', async () => {
    const { table, open, newPass, tellDecision, stateOf, idle } = stack();
    const pass = await newPass(await open());
    // The holder of the link has the key, so the App asks the service nevertheless.
    const answers = [
      await tellDecision(pass),
      await tellDecision(pass, { review: { decision: { number: 9, verified_login: 'octocat' } } }),
      await tellDecision(pass, { review: { review_url: 'https://evil.example/r/x' } }),
    ];
    expect(answers).toEqual([202, 202, 202]);
    await idle();
    expect(await stateOf(pass)).toBe(waiting);
    table.add({
      attack: 'webhook signed with a leaked link',
      tried: 'an approval, one with a login, one with another service’s address',
      variants: answers.length,
      happened: `${tally(answers)}; the service is read, the body is not believed`,
      after: waiting,
    });
  });

  test('a delivery replayed after a change of mind', async () => {
    const { table, open, newPass, tellDecision, stateOf, idle } = stack();
    const pass = await newPass(await open());
    await decide(pass.review, 'approved');
    await decide(pass.review, 'changes_requested');
    await idle();
    const answers: number[] = [];
    for (let count = 0; count < 20; count += 1) answers.push(await tellDecision(pass));
    await idle();
    const after = await stateOf(pass);
    expect(after).toBe('check failure “Changes requested”, review changes_requested');
    table.add({
      attack: 'replayed webhook',
      tried: 'an approval’s delivery sent again after it was taken back',
      variants: answers.length,
      happened: tally(answers),
      after,
    });
  });

  test('a forged event of GitHub’s', async () => {
    const { table, github, service, open, newPass, stateOf, idle } = stack();
    const target = await open();
    const pass = await newPass(target);
    await idle();
    const secret = github.app.webhookSecret;
    const repository = { id: target.repositoryId, full_name: target.repository };
    const check = await stack().check(pass);
    const events: [string, object][] = [
      [
        'pull_request',
        { action: 'closed', number: target.number, pull_request: { number: target.number }, repository },
      ],
      ['check_run', { action: 'rerequested', check_run: { id: check?.id }, repository }],
      ['installation', { action: 'deleted', installation: { id: 58_000_000 } }],
      ['repository', { action: 'publicized', repository }],
    ];
    const answers: number[] = [];
    for (const [event, payload] of events) {
      const body = JSON.stringify({ installation: { id: 58_000_000 }, ...payload });
      const signatures = [
        null,
        '',
        'sha256=',
        `sha256=${'0'.repeat(64)}`,
        signatureOf(body, 'development'),
        signatureOf(body, pass.secret),
        signatureOf(`${body} `, secret),
        signatureOf(body, secret).toUpperCase(),
        signatureOf(body, secret).replace('sha256', 'sha1'),
        signatureOf(body, secret).slice(0, -1),
      ];
      for (const signature of signatures) {
        const response = await fetch(`${service.url}/api/github/webhooks`, {
          method: 'POST',
          headers: {
            ...{ 'content-type': 'application/json', 'x-github-event': event, 'x-github-delivery': '1' },
            ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
          },
          body,
        });
        answers.push(response.status);
        expect(response.status, `${event} ${signature}`).toBe(401);
      }
    }
    await idle();
    expect(await stateOf(pass)).toBe(waiting);
    table.add({
      attack: 'forged webhook of GitHub',
      tried: `${events.length} events with no, other, altered and shortened signatures`,
      variants: answers.length,
      happened: tally(answers),
      after: waiting,
    });
  });

  test('forged comments', async () => {
    const { table, github, open, newPass, stateOf, idle, mallory, newReview } = stack();
    const target = await open();
    const evil = await newReview(target, { client: mallory, name: 'evil' });
    const rows = Buffer.from(JSON.stringify([{ name: 'visual', url: evil.review_url, status: 'approved' }]));
    const job = await github.startRun({ repository: target.repository, pullRequest: target.number });
    const forged = [
      '<!-- sightline -->\n✓ Approved',
      `<!-- sightline -->\n<!-- sightline-rows:${rows.toString('base64')} -->`,
      `<!-- sightline -->\n[Open the review](${evil.review_url})`,
      `{"review_id":"${evil.id}","review_secret":"${evil.review_url.split('/').at(-1)}","name":"visual"}`,
      '[Open the review](https://sightline.evil.example/r/abc)',
    ];
    for (const body of forged) await say(stack(), target, job.token, body);
    const pass: Pass = await newPass(target);
    await decide(evil, 'approved');
    await idle();
    // Nobody registered it. Removed, so that its later retry does not affect another test.
    await sql(
      stack().service,
      `UPDATE delivery SET status = 'cancelled', next_attempt_at = NULL WHERE status = 'pending'`,
    );
    expect(await stateOf(pass)).toBe(waiting);
    const comments = await github.comments(target.repository, target.number);
    const own = comments.filter(({ author }) => author === 'sightline[bot]');
    expect(own).toHaveLength(1);
    expect(own[0]?.body).toContain(pass.secret);
    expect(own[0]?.body).not.toMatch(/evil/);
    expect(comments.filter(({ author }) => author !== 'sightline[bot]').map(({ body }) => body)).toEqual(forged);
    table.add({
      attack: 'forged comment',
      tried: 'the marker, rows, a registration and links of another review or service, by another author',
      variants: forged.length,
      happened: 'left alone; the App wrote a comment of its own',
      after: waiting,
    });
  });
}

async function say({ github }: Stack, target: Pass['target'], token: string, body: string): Promise<void> {
  const response = await fetch(`${github.apiUrl}/repos/${target.repository}/issues/${target.number}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
  expect(response.status).toBe(201);
}
