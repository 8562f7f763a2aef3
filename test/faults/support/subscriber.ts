import { createClient } from '../../../server/contract/client.ts';

/** What a page shows of a review. Two pages that show the same have the same value. */
interface Shown {
  status: string;
  marks: { id: number; status: string; body: string }[];
  suggestions?: { id: number; status: string }[];
  decision?: { number: number } | null;
}

export const inShort = ({ status, marks, suggestions = [], decision }: Shown): string =>
  JSON.stringify([
    status,
    marks.map((each) => [each.id, each.status, each.body]),
    suggestions.map((each) => [each.id, each.status]),
    decision?.number ?? 0,
  ]);

/** An open page that reads its review only when it is notified of a change. */
export interface Subscriber {
  /** What it showed after its last notification, in short. */
  known(): string;
  /** The number of notifications, and of reconnections after its stream had ended. */
  told(): number;
  returned(): number;
  close(): void;
}

const AGAIN_MS = 200;
const pause = (): Promise<void> => new Promise((again) => setTimeout(again, AGAIN_MS));

/** Opens the page of a link at one replica, and stays there whatever happens to the replica. */
export function subscribe(base: string, link: string): Subscriber {
  const { pathname } = new URL(link);
  const client = createClient({ baseUrl: base, link: pathname.slice('/r/'.length) });
  const leaving = new AbortController();
  const { signal } = leaving;
  let known = '';
  let told = 0;
  let opened = 0;

  async function read(): Promise<void> {
    const { review } = await client.call('read_review', {}, { signal });
    known = inShort(review);
  }

  async function listen(): Promise<void> {
    const answer = await fetch(`${base}${pathname}/events`, { signal });
    if (!answer.ok) throw new Error(`The stream answered ${answer.status}`);
    opened += 1;
    for await (const chunk of answer.body ?? []) {
      if (!Buffer.from(chunk as Uint8Array).includes('event: change')) continue;
      told += 1;
      await read();
    }
  }

  void (async () => {
    while (!signal.aborted) {
      // A page whose read fails reopens its stream, which notifies it at once.
      await listen().catch(() => {});
      if (!signal.aborted) await pause();
    }
  })();
  return {
    known: () => known,
    told: () => told,
    returned: () => Math.max(0, opened - 1),
    close: () => leaving.abort(),
  };
}
