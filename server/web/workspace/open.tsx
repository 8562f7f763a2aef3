import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { createClient, ServiceError } from '../../contract/client.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { heldFrom, type Keep } from '../shared/kept-token.ts';
import { Problem } from '../shared/problem.tsx';
import { Remember } from '../shared/token-entry.tsx';
import { TokenDialog } from './dialogs.tsx';
import { open as words } from './open-strings.ts';

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof ServiceError)) return words.failure.broken;
  if (cause.status === 0) return words.failure.offline;
  if (cause.status === 422) return words.failure.form;
  if (cause.status === 429) return words.failure.busy(cause.body.retry_after ?? 600);
  return cause.status >= 500 ? words.failure.broken : cause.message;
}

interface Props {
  keep: Keep;
  code: string;
  /** Ignores the link. */
  leave: () => void;
  opened: (token: string) => void;
}

/** Asks before it uses the link, so that scanners that run scripts do not use it up. */
export function OpenWorkspace({ keep, code, leave, opened }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const remember = useSignal(false);
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  useEffect(() => heading.current?.focus(), []);
  const held = keep.held.value?.token ?? null;
  const enter = async () => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      const made = await createClient({ baseUrl: '' }).call('enter_workspace', { code });
      keep.take(heldFrom(made), remember.value);
      opened(made.token);
    } catch (cause) {
      problem.value = sentenceOf(cause);
      busy.value = false;
    }
  };
  return (
    <main class="enter">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p>{words.lead}</p>
      <p>{words.caution}</p>
      {held !== null && (
        <div class="warning open-held">
          <p>{words.held}</p>
          <CopyButton what={words.heldToken} text={held} small={false} />
        </div>
      )}
      <form
        class="token-entry"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <Remember remember={remember} />
        <Problem text={problem.value} />
        <div class="open-tools">
          <button type="submit" class="button button-large button-accent" aria-disabled={busy.value}>
            {busy.value ? words.working : words.action}
          </button>
          <Button class="button-large" onClick={leave}>
            {words.leave}
          </Button>
        </div>
        <p class="quiet">{words.once}</p>
      </form>
    </main>
  );
}

/** Shows the token, with which an agent can reconnect. */
export function Opened({ token, close }: { token: string; close: () => void }) {
  const { title, lead, token: label, again, close: action, cautious } = words.opened;
  return (
    <TokenDialog title={title} lead={lead} label={label} token={token} action={action} close={close}>
      <p>{again}</p>
      <p class="quiet">{cautious}</p>
    </TokenDialog>
  );
}
