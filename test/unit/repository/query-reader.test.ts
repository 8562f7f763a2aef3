import { expect, test } from 'vitest';
import { lookupOf, spanOf } from '../../repository/queries/judge.ts';
import { readStatement, type Table } from '../../repository/queries/read-statement.ts';
import { parse, parseFunctions } from '../../repository/queries/statements.ts';

const owned = (...columns: string[]): Table => ({
  columns: ['workspace_id', ...columns],
  workspaceColumn: 'workspace_id',
});
const tables = new Map<string, Table>([
  ['review', owned('id', 'chain_id', 'parent_id', 'status')],
  ['mark', owned('chain_id', 'number', 'status')],
  ['client', { columns: ['id', 'name'], workspaceColumn: null }],
]);

/** What is said of a statement that is run with these values. */
async function spanFor(text: string, parameters: unknown[] = ['w', 'w', 'w']): Promise<string[]> {
  const parsed = await parse([{ text, parameters }]);
  return parsed.map(({ statement }) => spanOf(readStatement(statement, tables), parameters));
}

test.each([
  ['nothing of anybody', 'SELECT * FROM client', 'none'],
  ['a value', 'SELECT * FROM review WHERE id = $2 AND workspace_id = $1', 'one'],
  ['a value in one branch alone', 'SELECT * FROM review WHERE workspace_id = $1 OR id = $2', 'several'],
  ['a list of values', 'SELECT * FROM review WHERE workspace_id IN ($1, $2)', 'several'],
  ['an id alone', 'DELETE FROM review WHERE id = $1', 'several'],
  ['a join', 'SELECT 1 FROM review r JOIN mark m USING (chain_id) WHERE r.workspace_id = $1', 'across'],
  [
    'a join by it',
    'SELECT 1 FROM review r JOIN mark m ON m.workspace_id = r.workspace_id WHERE r.workspace_id = $1',
    'one',
  ],
  ['a join by it, of all', 'SELECT 1 FROM review r JOIN mark m ON m.workspace_id = r.workspace_id', 'several'],
  ['a left join’s condition on its left', 'SELECT 1 FROM mark m LEFT JOIN client c ON m.workspace_id = $1', 'several'],
  [
    'a subquery’s condition on what is around it',
    'SELECT 1 FROM mark m WHERE NOT EXISTS (SELECT 1 FROM client WHERE m.workspace_id = $1)',
    'several',
  ],
  [
    'a subquery that is not held',
    'SELECT 1 FROM mark m WHERE workspace_id = $1 AND EXISTS (SELECT 1 FROM review r WHERE r.chain_id = m.chain_id)',
    'across',
  ],
  [
    'a subquery that is',
    'SELECT 1 FROM mark m WHERE workspace_id = $1 AND EXISTS (SELECT 1 FROM review r WHERE r.workspace_id = m.workspace_id)',
    'one',
  ],
  [
    'a CTE’s rows',
    'WITH r AS (SELECT * FROM review WHERE workspace_id = $1) UPDATE mark m SET status = $2 FROM r WHERE m.workspace_id = r.workspace_id',
    'one',
  ],
  ['a CTE’s reader', 'WITH r AS (SELECT * FROM review) SELECT 1 FROM r WHERE workspace_id = $1', 'several'],
  [
    'a lateral subquery',
    'SELECT 1 FROM review r, LATERAL (SELECT 1 FROM mark m WHERE m.workspace_id = r.workspace_id) x WHERE r.workspace_id = $1',
    'one',
  ],
  ['rows of one', 'INSERT INTO review (id, workspace_id) VALUES ($3, $1), ($3, $2)', 'one'],
  ['a row that does not say', 'INSERT INTO review (id) VALUES ($1)', 'several'],
  [
    'rows from elsewhere',
    'INSERT INTO mark (workspace_id, number) SELECT workspace_id, 1 FROM review WHERE workspace_id = $1',
    'one',
  ],
])('%s: as it is', async (_, text, span) => {
  expect(await spanFor(text)).toEqual([span]);
});

test('values that differ are different workspaces, whatever the statement looks like', async () => {
  const text = 'INSERT INTO review (id, workspace_id) VALUES ($3, $1), ($3, $2)';
  expect(await spanFor(text, ['w', 'v', 'x'])).toEqual(['several']);
  const joined = 'SELECT 1 FROM review r, mark m WHERE r.workspace_id = $1 AND m.workspace_id = $2';
  expect(await spanFor(joined, ['w', 'w'])).toEqual(['one']);
  expect(await spanFor(joined, ['w', 'v'])).toEqual(['across']);
});

test('a lookup is a plain read of one table by a value', async () => {
  const lookup = async (text: string) => {
    const [parsed] = await parse([{ text, parameters: [] }]);
    return parsed === undefined ? null : lookupOf(readStatement(parsed.statement, tables));
  };
  expect(await lookup('SELECT * FROM review WHERE id = $1')).toEqual({ table: 'review', by: ['id'] });
  expect(await lookup('SELECT * FROM review WHERE id = $1 FOR SHARE')).toBeNull();
  expect(await lookup('DELETE FROM review WHERE id = $1')).toBeNull();
  expect(await lookup('SELECT * FROM review WHERE id = $1 OR status = $2')).toEqual({ table: 'review', by: [] });
});

test('what a trigger reads is held to the workspace of its row', async () => {
  const body = (where: string) => `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM review WHERE id = OLD.id ${where}) THEN RETURN OLD; END IF; RETURN NULL; END $$`;
  const spans = async (text: string) =>
    (await parseFunctions([text])).map(({ statement }) => spanOf(readStatement(statement, tables), []));
  expect(await spans(body(''))).toContain('several');
  expect(await spans(body('AND workspace_id = OLD.workspace_id'))).not.toContain('several');
});
