import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Config, readConfig } from '../../server/config.ts';
import { type Client, createClient } from '../../server/contract/client.ts';
import { type StartOptions, startService as start } from '../../server/start.ts';
import { createTestDatabase } from './database.ts';
import { closeOnce } from './file-end.ts';
import { freePort } from './free-port.ts';
import { onPage } from './on-page.ts';

export interface TestService {
  url: string;
  /** The address at which its GitHub App is created, with the secret. */
  setupUrl: string | null;
  databaseUrl: string;
  dataDir: string;
  /** Its log so far, one JSON object per line. */
  logged(): string;
  /** Creates a client with its own workspace. */
  newClient(): Promise<Client & { token: string; workspaceId: string }>;
  /** Returns a client with a review link. */
  byLink(reviewUrl: string): Client;
  close(): Promise<void>;
}

/**
 * Starts the whole service with its worker, on a free port and its own database. Private addresses are refused unless
 * allowed. `clock` is its time; `lookup` resolves names, and `more` is configuration that no setting has.
 */
export async function startService(
  environment: Record<string, string> = {},
  clock: () => Date = () => new Date(),
  { lookup, ...more }: Partial<Config> & Pick<StartOptions, 'lookup'> = {},
): Promise<TestService> {
  const database = environment.DATABASE_URL === undefined ? await createTestDatabase() : null;
  const databaseUrl = database?.url ?? environment.DATABASE_URL ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-data-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const read = readConfig({
    PORT: String(port),
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests only of no worth',
    DATA_DIR: dataDir,
    TRY_TOKENS_PER_HOUR: '10000',
    TRY_TOKENS_PER_DAY: '10000',
    ...environment,
  });
  const config = { ...read, ...more };
  let log = '';
  const keep = (line: string): void => {
    log += line;
  };
  async function discardData(): Promise<void> {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const logger = pino({ level: 'debug' }, { write: keep });
  const running = await start(config, logger, () => {}, { environment, clock, lookup }).catch(async (error) => {
    await discardData();
    throw error;
  });
  return {
    url,
    setupUrl: running.setupUrl,
    databaseUrl,
    dataDir,
    logged: () => log,
    async newClient() {
      const { token, workspace_id } = await createClient({ baseUrl: url }).call('create_try_token', {});
      return { ...createClient({ baseUrl: url, bearer: token }), token, workspaceId: workspace_id };
    },
    byLink: (reviewUrl) => onPage(url, reviewUrl.split('/r/')[1] ?? ''),
    close: closeOnce(async () => {
      await running.stop();
      await discardData();
    }),
  };
}
