import { forgetOldWindows } from '../../../server/adapters/limits/index.ts';
import { connectDatabase } from '../../../server/db/client.ts';
import { cleanUpConnections } from '../../../server/domain/connection/clean-up.ts';
import { cleanUpShots } from '../../../server/domain/shot/clean-up-shots.ts';
import { sweepUploads } from '../../../server/domain/upload/sweep-uploads.ts';
import { startJoinBench } from '../../api/oauth/support/github-join.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { asProcess } from '../../support/another-process.ts';
import { comeByGitHub, connectClients } from './connection-steps.ts';
import { doWhatIsRare } from './rare-steps.ts';
import { askForOpinions, endReviews, reviewInPasses, sendFiles } from './review-steps.ts';

const YEAR_MS = 366 * 86_400_000;

/** Lets a service over this database do everything it does, its housekeeping of a year later included. */
export async function goEveryWay(databaseUrl: string): Promise<void> {
  const receiver = await startReceiver();
  const bench = await startJoinBench(() => new Date(), {
    DATABASE_URL: databaseUrl,
    OUTBOUND_ALLOW: 'webhook=127.0.0.0/8,fetch=127.0.0.0/8',
  });
  const { service } = bench;
  try {
    const client = await service.newClient();
    const other = await service.newClient();
    await Promise.all([
      reviewInPasses(service, client, receiver),
      endReviews(other, receiver),
      askForOpinions(client),
      sendFiles(client),
      sendFiles(other),
      comeByGitHub(bench),
      connectClients(bench),
    ]);
    for (const path of ['/readyz', '/metrics', '/healthz']) await fetch(service.url + path);
    await asProcess(
      service,
      () => new Date(Date.now() + YEAR_MS),
      async (ports) => {
        await doWhatIsRare(ports, [client.workspaceId, other.workspaceId]);
        await cleanUpConnections(ports);
        await sweepUploads(ports);
        await cleanUpShots(ports, async () => {});
      },
    );
    const db = connectDatabase(databaseUrl);
    await forgetOldWindows(db);
    await db.$disconnect();
  } finally {
    await bench.close();
    await receiver.close();
  }
}
