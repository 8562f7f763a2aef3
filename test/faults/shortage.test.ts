import { expect, it } from 'vitest';
import { connectDatabase, runPrepared } from '../../server/db/client.ts';
import { toFailure } from '../../server/faces/failure.ts';
import { freePort } from '../support/free-port.ts';

it('answers 503 in plain words when no database listens, whichever way the query goes', async () => {
  const db = connectDatabase(`postgresql://nobody:secret@127.0.0.1:${await freePort()}/none`);
  const ways = [
    () => db.review.findFirst(),
    () => db.$transaction((tx) => tx.review.findFirst()),
    () => runPrepared(db, { name: 'one', text: 'SELECT 1' }, []),
  ];
  for (const way of ways) {
    const error = await way().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const { status, body } = toFailure(error, 'req-1');
    expect({ status, error: body.error }).toEqual({ status: 503, error: 'unavailable' });
    expect(JSON.stringify(body)).not.toMatch(/prisma|postgres|ECONN|127\.0\.0\.1|secret/i);
  }
  await db.$disconnect();
});
