import { expect, test } from 'vitest';
import { nextPass, rejectedReview } from '../../support/factories.ts';
import { headersOfPage } from '../../support/on-page.ts';
import { startService } from '../../support/service.ts';

test('a review that is deleted while it is read is either there or not found', async () => {
  const service = await startService();
  const client = await service.newClient();
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
  const statuses: Record<string, number> = {};
  for (let round = 0; round < 6; round += 1) {
    const first = await rejectedReview(client, [{}, {}]);
    const made = await nextPass(client, first);
    const [shot] = made.screenshots;
    const crop = made.work_packets.pins[0]?.crop_url;
    const about = `${service.url}/api/reviews/${made.id}`;
    const reads = [about, `${about}/deliveries`, `${made.review_url}/review`, shot?.url, shot?.thumbnail_url, crop];
    reads.push(`${service.url}/api/reviews`, `${service.url}/api/workspace/export`);
    const get = (url: string | null | undefined) => fetch(url ?? '', { headers });
    const body = JSON.stringify({ outcome: 'approved', after_decision: 0 });
    const page = { ...headers, ...(await headersOfPage(made.review_url)) };
    const answers = await Promise.all([
      fetch(about, { method: 'DELETE', headers }),
      ...reads.map(get),
      ...reads.map(get),
      fetch(`${made.review_url}/decision`, { method: 'POST', headers: page, body }),
      fetch(`${about}/cancel`, { method: 'POST', headers }),
      fetch(about, { method: 'DELETE', headers }),
      ...reads.map(get),
    ]);
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    expect((await fetch(about, { headers })).status).toBe(404);
  }
  console.log(`read while deleted: ${JSON.stringify(statuses)}`);
  expect(Object.keys(statuses).filter((status) => !['200', '404', '409', '422'].includes(status))).toEqual([]);
  expect(service.logged()).not.toContain('"msg":"unexpected"');
});
