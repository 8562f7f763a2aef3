import { useEffect, useRef } from 'preact/hooks';
import type { Keep } from '../account/keep.ts';
import { TokenEntry } from '../components/token-entry.tsx';
import { workspace } from '../strings/workspace.ts';

const words = workspace.enter;

/** Asks for the token. `said`: why there is none any more. */
export function Enter({ keep, said }: { keep: Keep; said: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (said !== null) heading.current?.focus();
  }, []);
  return (
    <main class="enter">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p>{words.lead}</p>
      <p role="status" class={said === null ? '' : 'warning'}>
        {said}
      </p>
      <TokenEntry keep={keep} action={words.action} choose onTaken={() => undefined} />
      <p>{words.agent}</p>
      <p>
        {words.none} <a href="/">{words.try}</a>
        {words.noneAfter}
      </p>
    </main>
  );
}
