import { strings } from '../strings.ts';
import type { Failure } from './exchange.ts';
import type { KeptBack } from './store.ts';

/** Describes a failure, what became of the text, and what to do. */
export function failureSentence(failure: Failure): string {
  const words = strings.failure;
  if (failure.kind === 'busy') return words.busy(failure.seconds);
  if (failure.kind === 'conflict') return words.conflict(failure.message);
  if (failure.kind === 'refused') return words.refused(failure.message);
  return words[failure.kind];
}

export const keptSentence = ({ seconds }: KeptBack): string =>
  seconds === null ? strings.live.outbox.kept : strings.live.outbox.busy(seconds);
