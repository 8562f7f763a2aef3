/** The deadline of a whole job. `race` rejects when the time is up, even if the work never settles. */
export interface Deadline {
  race<T>(work: Promise<T>): Promise<T>;
  /** Milliseconds, never below 0 */
  left(): number;
  clear(): void;
}

export function startDeadline(ms: number, failure: () => Error): Deadline {
  const end = performance.now() + ms;
  let timer: NodeJS.Timeout | undefined;
  const up = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  up.catch(() => undefined);
  return {
    race: (work) => {
      work.catch(() => undefined);
      return Promise.race([work, up]);
    },
    left: () => Math.max(0, end - performance.now()),
    clear: () => clearTimeout(timer),
  };
}

/** Returns whether `work` settled within `ms`, and ignores its result. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => true,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
