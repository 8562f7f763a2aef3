import { type Signal, signal } from '@preact/signals';
import { createClient, type Output } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { askedFor } from '../review/derive.ts';

const pause = 1000;

/** Progress of a review's screenshots. */
export interface Making {
  status: Review['status'];
  done: number;
  /** How many were requested: made, awaited or given up. */
  of: number;
  problems: Review['problems'];
  /** Whether the last request was answered. */
  reached: boolean;
}

function makingOf(view: Output<'read_review'>): Making {
  const { review } = view;
  return {
    status: review.status,
    done: review.screenshots.length,
    of: askedFor(view),
    problems: review.problems,
    reached: true,
  };
}

/** Polls until all screenshots are made or none can be. */
export function watchReview(made: Review): { making: Signal<Making>; stop: () => void } {
  const link = new URL(made.review_url).pathname.slice('/r/'.length);
  const client = createClient({ baseUrl: '', link });
  const { status, screenshots, problems } = made;
  const making = signal<Making>({ status, done: screenshots.length, of: screenshots.length, problems, reached: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async () => {
    try {
      const next = makingOf(await client.call('read_review', {}));
      if (!stopped) making.value = next;
    } catch {
      if (!stopped) making.value = { ...making.value, reached: false };
    }
    if (!stopped && making.value.status === 'preparing') timer = setTimeout(ask, pause);
  };
  if (status === 'preparing') void ask();
  return {
    making,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
