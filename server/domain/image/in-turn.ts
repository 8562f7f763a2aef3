/** How many images of one workspace are drawn at a time. A large one takes 100 MB and a second of a processor. */
const AT_A_TIME = 2;

/** The drawings of each workspace that has some under way, and those that wait for them. */
const queues = new Map<string, { drawing: number; waiting: (() => void)[] }>();

/**
 * Draws an image of a workspace when its turn comes. However many are requested, whatever another workspace requests
 * waits for a few of them only.
 */
export async function inTurn<Drawn>(workspaceId: string, draw: () => Promise<Drawn>): Promise<Drawn> {
  const queue = queues.get(workspaceId) ?? { drawing: 0, waiting: [] };
  queues.set(workspaceId, queue);
  if (queue.drawing < AT_A_TIME) queue.drawing += 1;
  else await new Promise<void>((resolve) => queue.waiting.push(resolve));
  try {
    return await draw();
  } finally {
    const next = queue.waiting.shift();
    if (next === undefined) queue.drawing -= 1;
    else next();
    if (queue.drawing === 0) queues.delete(workspaceId);
  }
}
