import { randomId } from './random-id.ts';

/** This opening of the page among others of the same browser. */
export interface Tab {
  id: string;
  /** Calls back once the other tab is no more: at once when it is gone already. */
  whenGone(other: string, then: () => void): void;
  /** Runs `work` while no other tab runs any of the same name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

const space = 'sightline:';

/**
 * Over the browser's locks, which a tab holds for as long as it lives: a crash gives them back as well. Where there are
 * none (plain http, old browsers) every other tab counts as gone and work is only kept apart within this one.
 */
export function createTab(locks: LockManager | undefined, id: string = randomId()): Tab {
  const lives = (tab: string) => `${space}tab:${tab}`;
  // Held until the page goes.
  void locks?.request(lives(id), () => new Promise(() => undefined));
  const queues = new Map<string, Promise<unknown>>();
  return {
    id,
    whenGone(other, then) {
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
