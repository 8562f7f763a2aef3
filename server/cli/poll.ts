import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './failure.ts';

interface Wait<Value> {
  read(): Promise<Value>;
  isDone(value: Value): boolean;
  /** Returns a line to print, which is printed when it changes; the empty one is not. */
  progress(value: Value): string;
  note(line: string): void;
  /** How long it may take. After that the service's worker probably does not run. */
  minutes: number;
  /** What to do when it takes longer. */
  late: string;
}

/** Reads with growing pauses until it is done, starting with `first`. @throws CommandError when it takes too long */
export async function poll<Value>(first: Value, wait: Wait<Value>): Promise<Value> {
  const end = performance.now() + wait.minutes * 60_000;
  let value = first;
  let lastLine = '';
  for (let pause = 250; ; pause = Math.min(pause * 1.3, 2000)) {
    const line = wait.progress(value);
    if (line !== '' && line !== lastLine) wait.note(line);
    lastLine = line;
    if (wait.isDone(value)) return value;
    if (performance.now() > end) throw new CommandError('timeout', wait.late);
    await sleep(pause);
    value = await wait.read();
  }
}
