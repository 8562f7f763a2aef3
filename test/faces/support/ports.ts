import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import type { ClientActor, Ports } from '../../../server/domain/ports.ts';
import { wire } from '../../../server/wire.ts';
import { freePort } from '../../support/free-port.ts';
import type { TestService } from '../../support/service.ts';

/** The ports of a further process over the same data as a service. */
export async function portsOf(
  service: TestService,
  clock: () => Date = () => new Date(),
): Promise<{ ports: Ports; close(): Promise<void> }> {
  const config = readConfig({
    PORT: String(await freePort()),
    BASE_URL: service.url,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: 'a key for tests only, of no worth',
    DATA_DIR: service.dataDir,
    ROLE: 'web',
  });
  const other = await wire(config, service.databaseUrl, config.secretKey ?? '', pino({ level: 'silent' }), null, clock);
  return {
    ports: other.ports,
    async close() {
      await other.queue.stop(1000);
      await other.close();
    },
  };
}

export const actorOf = (client: { workspaceId: string }): ClientActor => ({
  kind: 'client',
  workspaceId: client.workspaceId,
  credential: '',
  bearer: 'try',
  connectionId: null,
});
