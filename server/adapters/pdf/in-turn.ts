/** One after the other; those that are urgent before all that wait, in the order in which they came. */
export function createTurns(): <Result>(urgent: boolean, work: () => Promise<Result>) => Promise<Result> {
  const waiting: { urgent: (() => void)[]; others: (() => void)[] } = { urgent: [], others: [] };
  let busy = false;
  return async (urgent, work) => {
    if (busy) await new Promise<void>((resolve) => waiting[urgent ? 'urgent' : 'others'].push(resolve));
    busy = true;
    try {
      return await work();
    } finally {
      const next = waiting.urgent.shift() ?? waiting.others.shift();
      // Whoever is next stays busy, so that nobody comes between.
      if (next === undefined) busy = false;
      else next();
    }
  };
}
