import { expect, it } from 'vitest';
import { sql } from '../api/support/sql.ts';
import { startService } from '../support/service.ts';
import { progress, startLoad } from './support/load.ts';

/** Returns a fetch that loses the first answer to each kind of write, and the names of these writes. */
function losingAnswers() {
  const lost: string[] = [];
  const ask: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init);
    const path = new URL(String(address)).pathname.replace(/\/[^/]{15,}/g, '');
    if (init?.method !== 'POST' || lost.includes(path)) return answer;
    lost.push(path);
    await answer.arrayBuffer();
    throw new TypeError('The connection broke before the answer came');
  };
  return { lost, ask };
}

it('takes every write of the load again when its answer was lost, and keeps it once', async () => {
  const service = await startService({ ROLE: 'web' });
  try {
    const { lost, ask } = losingAnswers();
    const ground = { url: service.url, receiverUrl: 'https://receiver.example/hook', pageUrl: '' };
    const load = startLoad(ground, 1, { captures: false, ask });
    // Two passes: create, mark, decide, report, create, verify.
    await progress(load, 6);
    await load.stop();
    expect(lost).toEqual([
      '/api/try-token',
      '/api/reviews',
      '/r/marks',
      '/r/decision',
      '/api/reviews/marks/resolve',
      '/r/marks/1/verify',
    ]);
    // Each lost answer, and nothing else.
    expect([...load.refusals]).toEqual([[0, lost.length]]);
    const [report] = load.acknowledged.resolutions;
    const stored = 'SELECT m.number, m.note FROM mark m JOIN review r USING (chain_id) WHERE r.id = $1';
    expect(await sql(service, stored, [report?.reviewId])).toEqual([{ number: report?.markId, note: report?.note }]);
    expect(await sql(service, 'SELECT count(*) FROM review WHERE parent_id = $1', [report?.reviewId])).toEqual([
      { count: '1' },
    ]);
  } finally {
    await service.close();
  }
});
