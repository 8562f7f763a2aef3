import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { startQueue } from '../../server/adapters/queue/index.ts';
import { createSecrets } from '../../server/adapters/secrets/index.ts';
import { bootstrap } from '../../server/bootstrap.ts';
import { readConfig } from '../../server/config.ts';
import { serviceJobs } from '../../server/domain/jobs.ts';
import { jobsOf } from '../api/db/support/jobs.ts';
import { compared, interleave, median, type Result, timed, told } from './support/measure.ts';
import { seedWorkspace } from './support/seed.ts';
import { readable, seedMany, sizes } from './support/seed-many.ts';
import { createWorld, SECRET_KEY, type World } from './support/world.ts';

const FEW = 1_000;
/** `BENCH_REVIEWS` reduces the number, to try the bench itself. */
const MANY = Number(process.env.BENCH_REVIEWS ?? 1_000_000);
const ROUNDS = 12;
const silent = pino({ level: 'silent' });
const secrets = createSecrets(SECRET_KEY);

/** One run of an action that must stay nearly as fast at any amount of data. */
type Deed = () => Promise<unknown>;

interface Place {
  deeds: Map<string, Deed>;
  seconds: number;
  perReview: number;
  close(): Promise<void>;
}

const inCircle = <T>(values: readonly T[]): (() => T) => {
  let at = 0;
  return () => {
    const value = values[at++ % values.length];
    if (value === undefined) throw new Error('There is nothing to take');
    return value;
  };
};

async function prepare(world: World, count: number): Promise<Place> {
  const { id: workspace, bearers } = await seedWorkspace(world, 200);
  const before = await sizes(world);
  const seconds = await seedMany(world, workspace, count, secrets.encrypt('never opened', 'bench'));
  let bytes = 0;
  for (const [name, { rows, indexes }] of await sizes(world)) {
    bytes += rows + indexes - (before.get(name)?.rows ?? 0) - (before.get(name)?.indexes ?? 0);
  }
  const { cursors, ids, references } = await readable(world, workspace, secrets);

  const config = readConfig({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.folder,
    SECRET_KEY,
    BASE_URL: world.service,
  });
  const service = await bootstrap({
    config: { ...config, role: 'web' },
    databaseUrl: world.databaseUrl,
    secretKey: SECRET_KEY,
    log: silent,
  });
  const { ports } = service;
  let picked = (): void => {};
  const queue = await startQueue(world.databaseUrl, silent, true, serviceJobs(1));
  await queue.work(jobsOf({ fetch_after_image: { perform: async () => picked() } }), null);

  const bearer = inCircle(bearers);
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(world.service + path, { headers: { authorization: `Bearer ${bearer()}` } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const [id, cursor, reference] = [inCircle(ids), inCircle(cursors), inCircle(references)];
  const deeds = new Map<string, Deed>([
    ['list, the first page', () => get('/api/reviews')],
    ['list, a page far back', () => get(`/api/reviews?cursor=${cursor()}`)],
    ['list, of one reference', () => get(`/api/reviews?reference=${encodeURIComponent(reference())}`)],
    ['read a review', () => get(`/api/reviews/${id()}`)],
    [
      'job pick-up',
      async () => {
        const begun = new Promise<void>((resolve) => {
          picked = resolve;
        });
        const job = { workspaceId: workspace, chainId: workspace, mark: 1 };
        await ports.transaction((tx) => queue.send(tx, 'fetch_after_image', job));
        await begun;
      },
    ],
  ]);
  return {
    deeds,
    seconds,
    perReview: bytes / count,
    async close() {
      await queue.stop(2_000);
      await service.server.close();
      await service.queue.stop(2_000);
      await service.close();
    },
  };
}

/** Runs the same actions with 1,000 reviews and with a million, in turn, in two databases with two services. */
export async function benchScale(): Promise<Result[]> {
  const worlds = [await createWorld('web')];
  const places: Place[] = [];
  try {
    worlds.push(await createWorld('web'));
    for (const [at, world] of worlds.entries()) {
      console.error(`bench: scale, storing ${at === 0 ? FEW : MANY} reviews`);
      places.push(await prepare(world, at === 0 ? FEW : MANY));
    }
    const [few, many] = places;
    if (few === undefined || many === undefined) return [];
    const results: Result[] = [];
    for (const [name, deed] of many.deeds) {
      const same = few.deeds.get(name);
      if (same === undefined) continue;
      const several = (once: Deed) => async (): Promise<number> => {
        const times: number[] = [];
        for (let at = 0; at < 10; at += 1) times.push(await timed(once));
        return median(times);
      };
      const both = await interleave(ROUNDS, several(deed), several(same));
      const against = `with ${FEW.toLocaleString('en-US')}`;
      results.push(compared({ name, against, unit: 'ms', target: { atMost: 1.3 } }, both));
    }
    const note = `${MANY.toLocaleString('en-US')} reviews of one shot and two marks, half of them decided and delivered: seeded in ${Math.round(many.seconds)} s`;
    return [...results, told('rows and indexes of a small review', 'B', many.perReview, note)];
  } finally {
    await Promise.allSettled(places.map((place) => place.close()));
    await wait(0);
    await Promise.allSettled(worlds.map((world) => world.close()));
  }
}
