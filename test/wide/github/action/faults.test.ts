import { describe, expect, test } from 'vitest';
import { startBench } from '../../../github/action/support/bench.ts';
import type { Fault } from '../../../github/action/support/front.ts';
import { actBehind, images, openDrawnPull } from '../../../github/action/support/pulls.ts';

/** What the built Action does when GitHub, the service or the sign-in fails. */
const bench = await startBench({ CREDITS_PER_MONTH: '1' });

const openPull = () => openDrawnPull(bench);

type Way = (request: string, count: number) => Fault | null;
const behind = async (target: 'GitHub' | 'service', fault: Way, inputs?: Record<string, string>) =>
  actBehind(bench, await openPull(), target, fault, inputs);

describe('an input is wrong', () => {
  test.each<[string, () => Record<string, string>, RegExp]>([
    ['the service', () => ({ 'service-url': bench.github.apiUrl }), /Input "service-url": .* is not a Sightline/],
    ['the App', () => ({ app: 'required' }), /Input "app": .* has no GitHub App/],
    ['the job’s token', () => ({ 'github-token': 'ghp_wrong' }), /Input "github-token": GitHub does not accept/],
    ['the images', () => ({ images: 'shots/*.jpg' }), /Input "images": no file matches shots\/\*\.jpg/],
  ])('%s: the job fails with it and what to do, and posts nothing', async (_, inputs, message) => {
    const pull = await openPull();
    const run = await pull.act({ inputs: { ...images, ...inputs() } });
    expect(run.exitCode).toBe(1);
    expect(run.log).toMatch(message);
    expect(run.summary).toMatch(message);
    expect(run.log + run.summary).not.toContain(pull.client.token);
    expect(await pull.comments()).toEqual([]);
  });
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
});
