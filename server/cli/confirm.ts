import { CommandError } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Asks whether to delete something. @throws CommandError unless the answer is yes */
export async function confirm(terminal: Terminal, question: string): Promise<void> {
  const answer = await terminal.ask(`${question} [y/N] `);
  if (/^y(es)?$/i.test(answer)) return;
  throw new CommandError('not_confirmed', 'Nothing was deleted. Add --yes, or answer y.');
}
