import { expect } from 'vitest';
import type { Readiness } from '../../../server/domain/health/health.ts';

export const wholeAndWell = { ready: true, database: true, queue: true, storage: true, worker: true };

export async function readyz(url: string): Promise<{ status: number; body: Readiness; text: string }> {
  const answer = await fetch(`${url}/readyz`);
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text), text };
}

/** Returns the samples by name and labels. Throws on anything that is not the text format. */
export async function metrics(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = new Map<string, number>();
  const text = await answer.text();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (HELP [a-z_0-9]+ .+|TYPE [a-z_0-9]+ (gauge|counter|histogram))$/.test(line)) continue;
    const [, name, value] = /^([a-z][a-z_0-9]*(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)*\})?) ([-+0-9.e]+)$/.exec(line) ?? [];
    expect(name, line).toBeDefined();
    expect(samples.has(name ?? ''), line).toBe(false);
    samples.set(name ?? '', Number(value));
  }
  return samples;
}
