/**
 * Creates a queue that runs one task at a time. It alternates between urgent and other tasks, each in the order of
 * arrival, so that both advance.
 */
export function createTurns(): <Result>(urgent: boolean, work: () => Promise<Result>) => Promise<Result> {
  const waiting: { urgent: (() => void)[]; others: (() => void)[] } = { urgent: [], others: [] };
  let busy = false;
  let wasUrgent = false;
  return async (urgent, work) => {
    if (busy) await new Promise<void>((resolve) => waiting[urgent ? 'urgent' : 'others'].push(resolve));
    busy = true;
    wasUrgent = urgent;
    try {
      return await work();
    } finally {
      const [first, second] = wasUrgent ? [waiting.others, waiting.urgent] : [waiting.urgent, waiting.others];
      const next = first.shift() ?? second.shift();
      // Stays busy for the next task, so that no new one comes between.
      if (next === undefined) busy = false;
      else next();
    }
  };
}
