import Fastify from 'fastify';
import { addHealth } from '../../api/health.ts';
import { countTokens, observeWork } from '../../domain/health/durations.ts';
import { code, table } from './table.ts';

/** Starts a server in which everything has happened once, and returns its metrics. */
async function scrape(): Promise<string> {
  const server = Fastify();
  const readiness = {
    ready: true,
    database: true,
    queue: true,
    storage: true,
    worker: true,
    oldest_pending_delivery_seconds: 0,
    oldest_pending_capture_seconds: 0,
  };
  addHealth(server, {
    readiness: async () => readiness,
    figures: async () => ({
      waiting: { workers: 1, oldestDelivery: 0, oldestCapture: 0 },
      counts: { pendingDeliveries: 0, heldDeliveries: 0, pausedWebhooks: 0, pendingCaptures: 0 },
      reviews: [{ status: 'open', count: 1 }],
    }),
  });
  observeWork('capture', true, 1);
  countTokens({ input: 1, output: 1 });
  await server.inject('/healthz');
  const { body } = await server.inject('/metrics');
  await server.close();
  return body;
}

export async function metrics(): Promise<string> {
  const text = await scrape();
  const rows = [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)$/gm)].map(
    ([, name = '', help = '', type = '']) => {
      const labels = new RegExp(`^${name}(?:_bucket)?\\{([^}]*)\\}`, 'm').exec(text)?.[1] ?? '';
      const names = [...labels.matchAll(/(\w+)=/g)].flatMap(([, label = '']) => (label === 'le' ? [] : [label]));
      return [code(name), type, names.map(code).join(', '), help];
    },
  );
  return table(['metric', 'type', 'labels', 'meaning'], rows);
}
