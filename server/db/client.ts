import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export type { Prisma } from './generated/client.ts';
export type Database = PrismaClient;
/** What a query runs on: the database itself, or one transaction of it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** Connects lazily. `max` bounds this process's connections. */
export function connectDatabase(url: string, max = 10): Database {
  const adapter = new PrismaPg({ connectionString: url, max, idleTimeoutMillis: 30_000 });
  return new PrismaClient({ adapter });
}
