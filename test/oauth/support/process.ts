import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { wire } from '../../../server/wire.ts';
import { freePort } from '../../support/free-port.ts';
import type { TestService } from '../../support/service.ts';

/** What another process of the same service has in its hands, at the time that `clock` tells. */
export async function asProcess<T>(
  service: TestService,
  clock: () => Date,
  work: (ports: Ports) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    PORT: String(await freePort()),
    BASE_URL: service.url,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: 'a key for tests only, of no worth',
    DATA_DIR: service.dataDir,
    ROLE: 'web',
  });
  const other = await wire(config, service.databaseUrl, config.secretKey ?? '', pino({ level: 'silent' }), null, clock);
  try {
    return await work(other.ports);
  } finally {
    await other.queue.stop(1000);
    await other.close();
  }
}
