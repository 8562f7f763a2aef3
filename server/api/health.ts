import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { Durations, type Labels, type Sample, tokenSamples, workSamples } from '../domain/health/durations.ts';
import type { Figures, Health } from '../domain/health/health.ts';

const NANOSECONDS = 1e9;
/** Milliseconds between two checks of the event loop; the delay of a check is the lag. */
const RESOLUTION_MS = 20;

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Returns one metric with its samples in Prometheus's text format 0.0.4; an empty text when there are none. */
export function family(name: string, type: 'gauge' | 'counter' | 'histogram', help: string, samples: Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ value, labels = {}, suffix = '' }) => `${name}${suffix}${labelled(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** Returns one sample, or none when the value is unknown. */
const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }]);

function aboutWork({ waiting, counts, reviews }: Figures): string[] {
  const answers = waiting !== null && counts !== null;
  const byStatus = (reviews ?? []).map(({ status, count }) => ({ labels: { status }, value: count }));
  const gauge = (name: string, help: string, samples: Sample[]) => family(`sightline_${name}`, 'gauge', help, samples);
  return [
    gauge('database_up', '1 when the database answered this scrape.', [{ value: answers ? 1 : 0 }]),
    gauge('queue_workers', 'Workers that reported to be alive within the last 15 s.', one(waiting?.workers)),
    gauge(
      'oldest_pending_delivery_seconds',
      'For how long the webhook delivery that waits longest has been due. Retries planned for later are not due.',
      one(waiting?.oldestDelivery),
    ),
    gauge(
      'pending_deliveries',
      'Webhook deliveries to be sent, planned retries included.',
      one(counts?.pendingDeliveries),
    ),
    gauge(
      'held_deliveries',
      'Webhook deliveries held back because their webhook is paused.',
      one(counts?.heldDeliveries),
    ),
    gauge('paused_webhooks', 'Webhooks paused after five failures in a row.', one(counts?.pausedWebhooks)),
    gauge(
      'oldest_pending_capture_seconds',
      'How long the screenshot that waits longest has waited: to be captured, drawn or fetched.',
      one(waiting?.oldestCapture),
    ),
    gauge('pending_captures', 'Screenshots to be captured, drawn or fetched.', one(counts?.pendingCaptures)),
    gauge(
      'reviews',
      'Reviews by stored status, without baselines. An estimate once there are more than 20,000 reviews and baselines.',
      byStatus,
    ),
  ];
}

/** Measures the process itself. The lag is the one since the last scrape. */
function watchProcess(): { text(): string[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const lag = (nanoseconds: number): Sample[] => [
    { value: Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) / NANOSECONDS - RESOLUTION_MS / 1000) },
  ];
  return {
    text() {
      const { user, system } = process.cpuUsage();
      const started = Math.round(Date.now() / 1000 - process.uptime());
      const lines = [
        family('process_resident_memory_bytes', 'gauge', 'Memory in use.', [{ value: process.memoryUsage.rss() }]),
        family('process_cpu_seconds_total', 'counter', 'Processor time used.', [{ value: (user + system) / 1e6 }]),
        family('process_start_time_seconds', 'gauge', 'When the process began.', [{ value: started }]),
        family('process_open_handles', 'gauge', 'Sockets, timers and other things that Node keeps open.', [
          { value: process.getActiveResourcesInfo().length },
        ]),
        family('process_event_loop_lag_p99_seconds', 'gauge', 'Lag of the event loop.', lag(delay.percentile(99))),
        family('process_event_loop_lag_max_seconds', 'gauge', 'Longest lag of the event loop.', lag(delay.max)),
      ];
      delay.reset();
      return lines;
    },
    stop: () => delay.disable(),
  };
}

/** Returns a server for the same addresses and nothing else, for a worker, which takes no requests. */
export function createHealthServer(health: Health): FastifyInstance {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  addHealth(server, health);
  return server;
}

/**
 * Adds the operator's addresses: whether the process is alive, whether it should get requests, and its metrics. Names
 * no person and no review. Once `leaving` is aborted, it reports that no more requests should come.
 */
export function addHealth(server: FastifyInstance, health: Health, leaving?: AbortSignal): void {
  const requests = new Durations();
  const watched = watchProcess();
  server.addHook('onClose', async () => watched.stop());
  // Records the route's pattern, never the address itself, because addresses contain links.
  server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // A stream lasts as long as a page is open, which says nothing about the speed of the service.
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return;
    const labels = { method, route: routeOptions.url ?? 'unknown', status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
  });

  server.get('/healthz', () => ({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const parts = await health.readiness();
    const now = { ...parts, ready: parts.ready && leaving?.aborted !== true };
    return reply
      .code(now.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(now);
  });
  server.get('/metrics', async (_request, reply) => {
    const help = 'How long requests took, by route.';
    const text = [
      ...aboutWork(await health.figures()),
      family('sightline_http_request_duration_seconds', 'histogram', help, requests.samples()),
      family(
        'sightline_work_duration_seconds',
        'histogram',
        'How long captures of one view, drawing a PDF, sending a webhook and asking a model took in this process, by outcome.',
        workSamples(),
      ),
      family('sightline_model_tokens_total', 'counter', 'Tokens sent to and answered by the model.', tokenSamples()),
      ...watched.text(),
    ];
    return reply
      .headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .send(text.join(''));
  });
}
