import { expect, test } from 'vitest';
import { type PageQuery, rowsOfPage } from '../../../server/domain/review/page-query.ts';

test('each text of a page’s statement has a name of its own, within the 63 bytes that PostgreSQL keeps', () => {
  const choices: Partial<PageQuery>[][] = [
    [{}, { reference: 'acme/web#1' }],
    [{}, { search: 'button' }],
    [{}, { status: 'approved' }, { status: 'open' }, { status: 'expired' }],
    [{}, { passes: 'newest' }],
    [{}, { passesOf: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    [{}, { webhook: 'paused' }],
  ];
  const queries = choices.reduce(
    (made, fields) => made.flatMap((query) => fields.map((field) => ({ ...query, ...field }))),
    [{}],
  );
  const texts = new Map<string, string>();
  for (const query of queries) {
    const { name, rows } = rowsOfPage({ workspaceId: 'one', size: 101, ...query }, new Date(0));
    // As `readPageVersions` calls it, cut as PostgreSQL does.
    const known = `${name}_versions`.slice(0, 63);
    expect(texts.get(known) ?? rows).toBe(rows);
    texts.set(known, rows);
    expect(`${name}_versions`.length).toBeLessThanOrEqual(63);
  }
  expect(texts.size).toBe(queries.length);
});
