import { describe, expect, test } from 'vitest';
import { startBench } from '../../../github/action/support/bench.ts';
import type { Fault } from '../../../github/action/support/front.ts';
import { actBehind, images, openDrawnPull } from '../../../github/action/support/pulls.ts';

/** What the built Action does when GitHub, the service or the sign-in fails. */
const bench = await startBench({ CREDITS_PER_MONTH: '1' });

const openPull = () => openDrawnPull(bench, { shortPauses: true });

type Way = (request: string, count: number) => Fault | null;
const behind = async (target: 'GitHub' | 'service', fault: Way, inputs?: Record<string, string>) =>
  actBehind(bench, await openPull(), target, fault, inputs);

test('an App that the workflow requires and the service lacks is named, and nothing is posted', async () => {
  const pull = await openPull();
  const run = await pull.act({ inputs: { ...images, app: 'required' } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(/Input "app": .* has no GitHub App/);
  expect(await pull.comments()).toEqual([]);
});

describe('the service', () => {
  test('fails temporarily and is called again; the Action warns of a token that ends', async () => {
    const end = new Date(Date.now() + 5.5 * 86_400_000).toISOString();
    const { run } = await behind('service', (request, count) => {
      if (request === 'GET /api/billing') return { change: (body) => ({ ...body, token_expires_at: end }) };
      const isAway = request.includes('well-known') || request.startsWith('POST');
      return isAway && count < 3 ? { status: 503 } : null;
    });
    expect(run.exitCode).toBe(0);
    expect(run.log).toMatch(/::warning::The token in "token" ends on \d{4}-\d\d-\d\d, in 5 days\. .*rotate-token/);
  });

  test('repeats what it was sent, and no secret of it is shown', async () => {
    const secret = 'bypass-4f1c9ab7d2e84c55';
    const body = { message: `No: ${secret}`, errors: [{ path: 'headers', message: secret }] };
    const { run } = await behind(
      'service',
      (request) => (request === 'POST /api/reviews' ? { status: 422, body } : null),
      { images: '', url: 'http://127.0.0.1:9/', headers: `x-bypass: ${secret}` },
    );
    expect(run.log).toContain('The service refused the review (422): No: ***');
    expect(run.rawLog.replace(`::add-mask::${secret}`, '') + run.summary).not.toContain(secret);
  });
});
