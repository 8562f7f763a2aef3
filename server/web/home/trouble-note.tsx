import { When } from '../shared/when.tsx';
import { home } from './strings.ts';
import type { Trouble } from './trouble.ts';

/** Shows what went wrong, when to retry, and what to do. The alert exists before it is needed. */
export function TroubleNote({ trouble, id }: { trouble: Trouble | null; id: string }) {
  return (
    <div id={id} role="alert">
      {trouble !== null && (
        <p class={trouble.mild ? 'quiet' : 'error'}>
          {trouble.back !== undefined && trouble.back.words !== home.trouble.refill && (
            <>
              {trouble.back.words} <When at={trouble.back.at.toISOString()} />.{' '}
            </>
          )}
          {trouble.text}
          {trouble.back?.words === home.trouble.refill && (
            <>
              {' '}
              {trouble.back.words} <When at={trouble.back.at.toISOString()} />.
            </>
          )}
          {trouble.back !== undefined && trouble.token && <> {home.trouble.orToken}</>}
        </p>
      )}
    </div>
  );
}
