import pino from 'pino';
import { bootstrap } from '../../server/bootstrap.ts';
import { readConfig } from '../../server/config.ts';
import type { Ports } from '../../server/domain/ports.ts';
import { closeOnce } from './file-end.ts';
import { freePort } from './free-port.ts';
import type { TestService } from './service.ts';

/** Returns the ports of another process over the same data as a service. */
export async function portsOf(
  service: TestService,
  clock: () => Date = () => new Date(),
): Promise<{ ports: Ports; close(): Promise<void> }> {
  const config = readConfig({
    PORT: String(await freePort()),
    BASE_URL: service.url,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: 'a key for tests only of no worth',
    DATA_DIR: service.dataDir,
    ROLE: 'web',
  });
  const other = await bootstrap({
    config,
    databaseUrl: service.databaseUrl,
    secretKey: config.secretKey ?? '',
    log: pino({ level: 'silent' }),
    clock,
  });
  return {
    ports: other.ports,
    close: closeOnce(async () => {
      await other.queue.stop(1000);
      await other.close();
    }),
  };
}

/** Runs `work` with the ports of another process, and closes them. */
export async function asProcess<T>(
  service: TestService,
  clock: () => Date,
  work: (ports: Ports) => Promise<T>,
): Promise<T> {
  const other = await portsOf(service, clock);
  try {
    return await work(other.ports);
  } finally {
    await other.close();
  }
}
