import { beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Tx } from '../../../server/db/client.ts';
import { createTransaction } from '../../../server/db/transaction.ts';
import { createTestDatabase } from '../../support/database.ts';
import { atFileEnd } from '../../support/file-end.ts';

const warnings: string[] = [];
const database = await createTestDatabase();
const db = connectDatabase(database.url);
atFileEnd(async () => {
  await db.$disconnect();
  await database.drop();
});
const transaction = createTransaction(db, { warn: (_, message) => warnings.push(message) });
beforeEach(async () => {
  warnings.length = 0;
  await db.installation.deleteMany();
  await db.installation.createMany({ data: ['one', 'other'].map((key) => ({ key, value: '' })) });
});

const append = {
  'a query of Prisma': async (tx: Tx, key: string, text: string) => {
    const { value } = await tx.installation.update({ where: { key }, data: { key } });
    await tx.installation.update({ where: { key }, data: { value: value + text } });
  },
  'a raw query': (tx: Tx, key: string, text: string) =>
    tx.$queryRaw`UPDATE installation SET value = value || ${text} WHERE key = ${key} RETURNING 1`,
};

test.each(Object.entries(append))('of two transactions in a deadlock, by %s, both end', async (_, add) => {
  const locked = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const ended = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const runs: ('one' | 'other')[] = [];
  const lock = async (first: 'one' | 'other', second: 'one' | 'other') => {
    const done = await transaction(async (tx) => {
      // At once, it could take its first lock before the one that waits for it, and end in a second deadlock.
      if (runs.includes(first)) await ended[second].promise;
      runs.push(first);
      await add(tx, first, first === 'one' ? '1' : '2');
      // Each takes its second lock when the other has its first.
      locked[first].resolve();
      await locked[second].promise;
      await add(tx, second, first === 'one' ? '1' : '2');
      return first;
    });
    ended[first].resolve();
    return done;
  };
  expect(await Promise.all([lock('one', 'other'), lock('other', 'one')])).toEqual(['one', 'other']);
  expect([runs.length, warnings.length]).toEqual([3, 1]);
  const values = (await db.installation.findMany()).map(({ value }) => [...value].sort().join(''));
  expect(values).toEqual(['12', '12']);
});

test('a transaction that fails to commit because of a conflict runs again', async () => {
  await db.$executeRawUnsafe('CREATE SEQUENCE commits');
  await db.$executeRawUnsafe(
    `CREATE FUNCTION refuse_first() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF nextval('commits') = 1 THEN RAISE 'Not now' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$`,
  );
  await db.$executeRawUnsafe(
    `CREATE CONSTRAINT TRIGGER refuse_first AFTER UPDATE ON installation DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION refuse_first()`,
  );
  await transaction((tx) => append['a raw query'](tx, 'one', 'once'));
  await db.$executeRawUnsafe('DROP TRIGGER refuse_first ON installation');
  expect(await db.installation.findUnique({ where: { key: 'one' } })).toMatchObject({ value: 'once' });
  expect(warnings).toHaveLength(1);
});

test.each([
  ['of a lasting conflict is run four times', '40001', 4],
  ['of another error is run once', '23505', 1],
])('a transaction %s', async (_, code, expected) => {
  let runs = 0;
  const work = transaction(async (tx) => {
    runs += 1;
    await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE 'No' USING ERRCODE = '${code}'; END $$`);
  });
  await expect(work).rejects.toThrow();
  expect(runs).toBe(expected);
});
