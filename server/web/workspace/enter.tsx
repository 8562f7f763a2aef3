import { useEffect, useRef } from 'preact/hooks';
import type { Keep } from '../shared/kept-token.ts';
import { TokenEntry } from '../shared/token-entry.tsx';
import { workspace } from './strings.ts';

const words = workspace.enter;

interface Props {
  keep: Keep;
  /** Why the former token stopped working. */
  reason: string | null;
  entered: () => void;
}

/** Asks for the token. */
export function Enter({ keep, reason, entered }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (reason !== null) heading.current?.focus();
  }, []);
  return (
    <main class="enter">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p>{words.lead}</p>
      <p role="status" class={reason === null ? '' : 'warning'}>
        {reason}
      </p>
      <TokenEntry keep={keep} action={words.action} choose onTaken={entered} />
      <p>{words.agent}</p>
      <p>
        {words.none} <a href="/">{words.try}</a>
        {words.noneAfter}
      </p>
    </main>
  );
}
