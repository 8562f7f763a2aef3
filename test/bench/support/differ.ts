import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { installPeers, peersFolder } from './peers.ts';

export const differs = ['odiff', 'looks-same', '@blazediff/core'] as const;

const Answer = z.union([
  z.object({ ms: z.number(), pixels: z.number().nullable() }),
  z.object({ problem: z.string() }),
]);
export type Compared = z.infer<typeof Answer>;

/** Paths of image files. */
export interface Task {
  tool: (typeof differs)[number];
  before: string;
  after: string;
  /** The path for the image of the difference. */
  image: string;
}

/** Starts a process that compares images with published tools, one after the other. */
export async function startDiffer(): Promise<{ compare(task: Task): Promise<Compared>; close(): void }> {
  const problem = await installPeers();
  if (problem !== null) return { compare: async () => ({ problem }), close() {} };
  const child = spawn(process.execPath, ['differ.mjs'], { cwd: peersFolder, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async compare(task) {
      if (child.exitCode !== null || child.signalCode !== null) return { problem: 'its process ended' };
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const { value, done } = await lines.next();
      return done === true ? { problem: 'its process ended' } : Answer.parse(JSON.parse(value));
    },
    close: () => child.stdin.end(),
  };
}
