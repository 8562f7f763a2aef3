import { randomId } from './random-id.ts';

/** This opening of the page among the browser's tabs. */
export interface Tab {
  id: string;
  /** Calls back once the other tab has closed. */
  whenClosed(other: string, then: () => void): void;
  /** Runs `work` while no tab runs another of the same name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

const space = 'sightline:';

/**
 * Uses the browser's locks, which a tab holds until it closes or crashes. Without them (plain http, old browsers) every
 * other tab counts as closed, and `alone` works within this tab only.
 */
export function createTab(locks: LockManager | undefined, id: string = randomId()): Tab {
  const lives = (tab: string) => `${space}tab:${tab}`;
  void locks?.request(lives(id), () => new Promise(() => undefined));
  const queues = new Map<string, Promise<unknown>>();
  return {
    id,
    whenClosed(other, then) {
      if (other === id) return;
      if (locks === undefined) then();
      else void locks.request(lives(other), { mode: 'shared' }, then);
    },
    alone(name, work) {
      if (locks !== undefined) return locks.request(space + name, work);
      const done = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(
        name,
        done.catch(() => undefined),
      );
      return done;
    },
  };
}
