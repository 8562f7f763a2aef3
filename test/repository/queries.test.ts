import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { beforeWorkspaces, readFunctions, readTables } from './queries/catalog.ts';
import { documented } from './queries/documented.ts';
import { exceptions, lookups } from './queries/exceptions.ts';
import { goEveryWay } from './queries/go-every-way.ts';
import { lookupOf, spanOf } from './queries/judge.ts';
import { type Reading, readStatement, type Table } from './queries/read-statement.ts';
import { parse, parseFunctions } from './queries/statements.ts';
import { storeFunctions, unwatched, watchStatements, watchStores } from './queries/watch.ts';

interface Found {
  text: string;
  reading: Reading;
  span: ReturnType<typeof spanOf>;
}

/** What a service does that does everything it does, once for all tests. */
async function watchEverything(): Promise<{ found: Found[]; tables: Map<string, Table>; uncalled: string[] }> {
  const database = await createTestDatabase();
  try {
    const seen = watchStatements();
    const called = await watchStores();
    await goEveryWay(database.url);
    const run = await called();
    const uncalled = (await storeFunctions()).filter((name) => !run.has(name));
    const own = unwatched(database.url);
    const tables = await readTables(own);
    const all = [...(await parse(seen.values())), ...(await parseFunctions(await readFunctions(own)))];
    const found = all.map(({ statement, text, parameters }) => {
      const reading = readStatement(statement, tables);
      return { text: text.replace(/\s+/g, ' ').trim(), reading, span: spanOf(reading, parameters) };
    });
    return { found, tables, uncalled };
  } finally {
    await database.drop();
  }
}
let watching: ReturnType<typeof watchEverything> | null = null;
// Not in a hook: outside a test nothing can be waited for.
const everything = () => {
  watching ??= watchEverything();
  return watching;
};

const isLookup = ({ reading }: Found, { table, by }: { table: string; by: string }): boolean => {
  const lookup = lookupOf(reading);
  return lookup?.table === table && lookup.by.includes(by);
};
async function wideStatements(): Promise<Found[]> {
  return (await everything()).found.filter(({ span }) => span === 'several' || span === 'across');
}

test('every function of every store was run, so that each of its statements was seen', async () => {
  const { uncalled, found } = await everything();
  // What a new one does is to be brought about in `queries/*-steps.ts`.
  expect(uncalled).toEqual([]);
  expect(found.filter(({ span }) => span === 'one').length).toBeGreaterThan(150);
});

test('no statement reads or writes rows of more than one workspace, but for the ones that are listed', async () => {
  const unlisted = (await wideStatements()).filter(
    (each) => !lookups.some((lookup) => isLookup(each, lookup)) && !exceptions.some(({ has }) => has.test(each.text)),
  );
  // Hold each table to the workspace by `workspace_id`, and join by it as well; or list it with its reason.
  expect(unlisted.map(({ span, text }) => `${span}: ${text}`)).toEqual([]);
});

test('every exception that is listed is one that the service makes', async () => {
  const wide = await wideStatements();
  const { tables } = await everything();
  const unused = [
    ...lookups.filter((lookup) => !wide.some((each) => isLookup(each, lookup))),
    ...exceptions.filter(({ has }) => !wide.some(({ text }) => has.test(text))),
  ];
  expect(unused).toEqual([]);
  for (const name of Object.keys(beforeWorkspaces)) expect(tables.get(name)?.columns).toContain('workspace_id');
});

test('the documented table list is the catalog’s: each table is distributed, a reference table or local', async () => {
  const { tables } = await everything();
  const block = await documented('Tables');
  const distributed = [...block.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)];
  const sharded = [...tables].flatMap(([name, { workspaceColumn }]) =>
    workspaceColumn === null ? [] : [`${name}.${workspaceColumn}`],
  );
  expect(distributed.map(([, name, column]) => `${name}.${column}`).sort()).toEqual(sharded.sort());
  const references = [...block.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, name]) => name);
  expect(references).toEqual(expect.arrayContaining(Object.keys(beforeWorkspaces)));
});
