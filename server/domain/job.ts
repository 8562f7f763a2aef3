import type { z } from 'zod';
import { describeFault } from './describe-fault.ts';

/** How the queue treats a kind of job. */
export interface JobPolicy {
  /** A run that takes longer has failed. */
  expireInSeconds?: number;
  /** A worker without a heartbeat for this long loses its job to another one. */
  heartbeatSeconds?: number;
  retryLimit: number;
  /** In seconds; with `retryBackoff` it doubles, up to `retryDelayMax`. */
  retryDelay?: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
  deleteAfterSeconds?: number;
  /** `short`: at most one job waits under each key. */
  policy?: 'standard' | 'short';
}

/** A kind of job: its retries and its handlers. `Context` is what the handlers receive. */
export interface Job<Context> {
  name: string;
  policy: JobPolicy;
  /** How many jobs one process works on at once, and how many of these for one group. */
  concurrency?: { total: number; perGroup?: number };
  perform(context: Context, data: unknown, lastTry: boolean): Promise<void>;
  /** The dead-letter handler, for a job that failed at every attempt, for instance because it crashes its worker. */
  onDeadLetter?(context: Context, data: unknown): Promise<void>;
}

interface JobDefinition<Context, Schema extends z.ZodType> extends Omit<Job<Context>, 'perform' | 'onDeadLetter'> {
  data: Schema;
  perform(context: Context, data: z.infer<Schema>, lastTry: boolean): Promise<void>;
  onDeadLetter?(context: Context, data: z.infer<Schema>): Promise<void>;
}

/** Defines a job. Its data is checked before the handlers receive it, and its stored failures never quote a row. */
export function defineJob<Context, Schema extends z.ZodType>(definition: JobDefinition<Context, Schema>): Job<Context> {
  const { data: schema, perform, onDeadLetter, ...job } = definition;
  return {
    ...job,
    perform: (context, data, lastTry) => plainly(() => perform(context, schema.parse(data), lastTry)),
    ...(onDeadLetter === undefined
      ? {}
      : { onDeadLetter: (context, data) => plainly(() => onDeadLetter(context, schema.parse(data))) }),
  };
}

/** Rethrows a failure without anything that may quote a row, because the queue stores it beside the job. */
async function plainly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { type, message, code, stack } = describeFault(error);
    const plain = new Error(message);
    plain.name = type;
    plain.stack = stack;
    throw code === undefined ? plain : Object.assign(plain, { code });
  }
}
