import type { Review } from '../../server/contract/review.ts';
import { isSuccess } from '../../server/domain/webhook/rules.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { forgetLimits } from '../api/support/sql.ts';
import { decide, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { until } from './support/ground.ts';
import { type Hostile, startHostileServers } from './support/hostile-servers.ts';

/** The deadline of an exchange, and the time that writing its outcome may take on a busy machine. */
const DEADLINE_MS = 15_000;
const ROOM_MS = 2_000;
/** The bytes that a server can send although nobody reads them, because both kernels buffer them. */
const BUFFERS = 12_000_000;

export interface HostileVerdict {
  receivers: number;
  /** What was wrong, in words. */
  wrong: string[];
  othersServed: number;
}

interface Attempt {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

function faultOf(hostile: Hostile, attempt: Attempt, status: string): string | null {
  const { ending, name } = hostile;
  const said = `${name}: ${attempt.status} ${attempt.error}, ${attempt.duration_ms} ms, ${status}`;
  const { port } = new URL(hostile.url);
  if (/https?:|127\.0\.0|hook|secret|\/\//.test(attempt.error ?? '') || attempt.error?.includes(port)) return said;
  if (attempt.duration_ms > DEADLINE_MS + ROOM_MS) return said;
  const succeeded = attempt.status !== null && isSuccess(attempt.status) && attempt.error === null;
  if (succeeded !== (status === 'delivered')) return said;
  // The error of a failure describes it in words.
  if (!succeeded && !/^The receiver .*\w\)?[.?]$/.test(attempt.error ?? '')) return said;
  if (hostile.sent() > BUFFERS) return `${said}, ${hostile.sent()} bytes could be sent`;
  if (ending === 'any') return null;
  if ('status' in ending) return ending.status === attempt.status ? null : said;
  return attempt.status === null && ending.words.test(attempt.error ?? '') ? null : said;
}

/** Sends deliveries to hostile receivers of every kind at once, and to `others` that behave. */
export async function hostileFaults(others: number): Promise<HostileVerdict> {
  const servers = await startHostileServers();
  const receiver = await startReceiver();
  const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8', CREDITS_PER_MONTH: 'unlimited' });
  try {
    const client = await service.newClient();
    /** Creates reviews, ten at a time. */
    async function make(urls: readonly string[]): Promise<Review[]> {
      const made: Review[] = [];
      for (let from = 0; from < urls.length; from += 10) {
        await forgetLimits(service);
        const some = urls.slice(from, from + 10).map((url) => review(client, { webhook_url: url }));
        made.push(...(await Promise.all(some)));
      }
      return made;
    }
    async function send(reviews: readonly Review[]): Promise<void> {
      for (let from = 0; from < reviews.length; from += 10) {
        await Promise.all(reviews.slice(from, from + 10).map((each) => decide(each, 'approved')));
      }
    }
    const firstOf = async (id: string) => {
      const [delivery] = (await client.call('list_deliveries', { id })).deliveries;
      const [attempt] = delivery?.attempts ?? [];
      return delivery === undefined || attempt === undefined ? null : { attempt, status: delivery.status };
    };
    // First those that do not hang, then those that hang, and right after them the sound receivers.
    const hostiles = servers.all.toSorted((a, b) => Number(a.hangs) - Number(b.hangs));
    const made = await make(hostiles.map(({ url }) => url));
    const sound = await make(Array.from({ length: others }, (_, at) => `${receiver.url}/${at}`));
    const ids = new Map(hostiles.map((hostile, at) => [hostile, made[at]?.id ?? '']));
    await send(made);
    await send(sound);
    await until(async () => receiver.received.length === others, 'all others are served');
    const wrong: string[] = [];
    const hanging = [...ids].filter(([hostile]) => hostile.hangs);
    let stillHanging = 0;
    for (const [, id] of hanging) if ((await firstOf(id)) === null) stillHanging += 1;

    let longest = 0;
    let most = 0;
    const endings = new Map<string, number>();
    for (const [hostile, id] of ids) {
      await until(async () => (await firstOf(id)) !== null, `the attempt at one that ${hostile.name} ends`);
      const first = await firstOf(id);
      if (first === null) continue;
      const { attempt, status } = first;
      const fault = faultOf(hostile, attempt, status);
      if (fault !== null) wrong.push(fault);
      longest = Math.max(longest, attempt.duration_ms);
      most = Math.max(most, hostile.sent());
      const ending = attempt.error === null ? 'delivered' : attempt.status === null ? 'no answer' : 'refused by status';
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
    if (servers.trapped() > 0) wrong.push(`${servers.trapped()} redirects were followed`);
    if (stillHanging === 0) wrong.push('nobody hung any more when the others were served');
    const words = [...endings].map(([ending, count]) => `${count} ${ending}`).join(', ');
    console.log(
      `${ids.size} hostile receivers: every attempt ended, the longest after ${(longest / 1000).toFixed(1)} s (${words}); ` +
        `at most ${Math.round(most / 1024)} KiB could be sent; ${servers.trapped()} redirects followed; ${others} of ` +
        `${others} others served while ${stillHanging} of ${hanging.length} hung; ${wrong.length} wrong`,
    );
    return { receivers: ids.size, wrong, othersServed: others };
  } finally {
    await service.close();
    await receiver.close();
    await servers.close();
  }
}
