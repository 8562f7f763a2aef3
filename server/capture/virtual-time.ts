import type { CDPSession } from 'playwright-core';

/**
 * How far a stopped clock is kept ahead of real time, in milliseconds. Chromium plans its next drawing by both: once
 * real time has overtaken the page's clock, that moment never comes.
 */
const leadMs = 1_000;
/** The longest to wait until the clock is ahead again */
const leadLimitMs = 1_500;

/** The clock of a page whose time is stopped and passes in budgets */
interface Clock {
  /** The real time when it was stopped first */
  since: number;
  /** What has passed since, at least */
  passedMs: number;
  /** How many budgets the page has not used up: Chromium keeps them, and stops the clock at the end of each. */
  open: number;
  /** The largest of them, in milliseconds */
  openMs: number;
  /** Called at the end of each budget */
  onEnd: () => void;
}

/** Clocks by their page's session */
const clocks = new WeakMap<CDPSession, Clock>();

function clockOf(session: CDPSession): Clock {
  const known = clocks.get(session);
  if (known !== undefined) return known;
  const clock: Clock = { since: performance.now(), passedMs: 0, open: 0, openMs: 0, onEnd() {} };
  clocks.set(session, clock);
  session.on('Emulation.virtualTimeBudgetExpired', () => {
    clock.open -= 1;
    if (clock.open === 0) {
      clock.passedMs += clock.openMs;
      clock.openMs = 0;
    }
    clock.onEnd();
  });
  return clock;
}

type Policy = 'pauseIfNetworkFetchesPending' | 'advance' | 'pause';

const setPolicy = (session: CDPSession, policy: Policy, budget?: number) =>
  session.send('Emulation.setVirtualTimePolicy', budget === undefined ? { policy } : { policy, budget });

const pause = (session: CDPSession) => setPolicy(session, 'pause');

/**
 * Lets time pass until no budget is open: nothing tells which one has ended. `budget` opens one more. Returns false if
 * one is still open after `limitMs` of real time.
 */
async function spend(session: CDPSession, policy: Policy, limitMs: number, budget?: number): Promise<boolean> {
  const clock = clockOf(session);
  if (budget !== undefined) {
    clock.open += 1;
    clock.openMs = Math.max(clock.openMs, budget);
  }
  const ended = Promise.withResolvers<boolean>();
  clock.onEnd = () => {
    if (clock.open === 0) ended.resolve(true);
    else setPolicy(session, 'advance').catch(() => undefined);
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    await setPolicy(session, policy, budget);
    timer = setTimeout(() => ended.resolve(false), limitMs);
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    clock.onEnd = () => {};
  }
}

/** Lets the page use up what an earlier wait, which a busy page outlasted, has left. Returns false if it does not. */
async function finish(session: CDPSession, limitMs: number): Promise<boolean> {
  return clockOf(session).open === 0 || (await spend(session, 'advance', limitMs));
}

/** Lets time pass, whatever the page still loads, if real time has nearly overtaken the page's clock. */
async function keepAhead(session: CDPSession): Promise<void> {
  const { since, passedMs, open } = clockOf(session);
  const ahead = since + passedMs - performance.now();
  if (open === 0 && ahead >= leadMs) return;
  // A page that cannot follow gets no more to do.
  if (open > 0) await finish(session, leadLimitMs);
  else await spend(session, 'advance', leadLimitMs, Math.ceil(2 * leadMs - ahead));
  await pause(session);
}

/**
 * Lets `ms` milliseconds pass for the page at once: its timers run, and time waits for what they load, for at most
 * `limitMs` of real time. Waiting longer would stop the time of a page that polls its server, which would then never
 * seem to change. The page's clock stands still afterwards.
 */
export async function advanceTime(session: CDPSession, ms: number, limitMs: number): Promise<void> {
  const isIdle = await finish(session, limitMs);
  const policy = isIdle ? 'pauseIfNetworkFetchesPending' : 'advance';
  if (!(await spend(session, policy, limitMs, ms)) && isIdle) await finish(session, limitMs);
  // The clock has stopped already, but without an explicit pause Chromium may never draw a screenshot.
  await pause(session);
}

/**
 * Runs `work`, which waits for the page to be drawn. Keeps the page's clock, which stands still otherwise, ahead of
 * real time, however slow the machine is.
 */
export async function untilDrawn<T>(session: CDPSession, work: () => Promise<T>): Promise<T> {
  await keepAhead(session);
  let keeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    keeping = keeping.then(() => keepAhead(session)).catch(() => undefined);
  }, leadMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await keeping;
  }
}

/** Lets a stopped clock run as fast as the page can follow; the browser cannot return to real time. */
export async function resumeTime(session: CDPSession): Promise<void> {
  const resume = () => setPolicy(session, 'advance');
  clockOf(session).onEnd = () => void resume().catch(() => undefined);
  await resume();
}
