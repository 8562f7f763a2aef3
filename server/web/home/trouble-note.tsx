import { When } from '../components/when.tsx';
import { home } from '../strings/home.ts';
import type { Trouble } from './trouble.ts';

/** What went wrong, when to come back, and what to do. Its place is there before it is needed. */
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
