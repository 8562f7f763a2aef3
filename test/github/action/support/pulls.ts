import { expect } from 'vitest';
import { person } from '../../../support/local-github/git.ts';
import type { Bench, Pull } from './bench.ts';
import { type Fault, startFront } from './front.ts';

/** Inputs that review the images of {@link openDrawnPull}. */
export const images = { images: 'shots/*.png' };

/** Opens a pull request with one image. */
export async function openDrawnPull(bench: Bench, options: Parameters<Bench['openPull']>[0] = {}): Promise<Pull> {
  const pull = await bench.openPull(options);
  await pull.draw('shots/a.png', 'red');
  return pull;
}

export async function expectNothing(pull: Pull): Promise<void> {
  expect(await pull.comments()).toEqual([]);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
}

/** Calls GitHub's API for a pull request's repository as a person. */
export const asPerson = (bench: Bench, pull: Pull, method: string, path: string, body: object): Promise<Response> =>
  fetch(`${bench.github.apiUrl}/repos/${pull.repository}${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Runs the Action on a pull request behind a proxy that fails. */
export async function actBehind(
  bench: Bench,
  pull: Pull,
  target: 'GitHub' | 'service',
  fault: (request: string, count: number) => Fault | null,
  inputs: Record<string, string> = {},
) {
  const front = await startFront(target === 'GitHub' ? bench.github.apiUrl : bench.service.url, fault);
  const env = target === 'GitHub' ? { GITHUB_API_URL: front.url } : {};
  const address = target === 'GitHub' ? {} : { 'service-url': front.url };
  return { pull, front, run: await pull.act({ inputs: { ...images, ...address, ...inputs }, env }) };
}
