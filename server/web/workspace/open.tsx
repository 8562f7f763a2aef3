import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { createClient, ServiceError } from '../../contract/client.ts';
import { heldFrom, type Keep } from '../account/keep.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Modal } from '../components/modal.tsx';
import { open as words } from '../strings/open.ts';
import { site } from '../strings/site.ts';

/** Why the link opened nothing, and what to do. */
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
  /** The person leaves the link alone. */
  leave: () => void;
  opened: (token: string) => void;
}

/** Asks before it opens: a program that looks at links for a person, scripts and all, must not use this one up. */
export function OpenScreen({ keep, code, leave, opened }: Props) {
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
        <label class="check">
          <input
            type="checkbox"
            checked={remember.value}
            onChange={(event) => {
              remember.value = event.currentTarget.checked;
            }}
          />
          <span>
            {site.token.remember} <span class="quiet">{site.token.rememberHint}</span>
          </span>
        </label>
        {problem.value !== null && (
          <p class="error" role="alert">
            {problem.value}
          </p>
        )}
        <div class="open-tools">
          <button type="submit" class="button button-large button-accent" aria-disabled={busy.value}>
            {busy.value ? words.working : words.action}
          </button>
          <button type="button" class="button button-large" onClick={leave}>
            {words.leave}
          </button>
        </div>
        <p class="quiet">{words.once}</p>
      </form>
    </main>
  );
}

/** Shows the token, and what it is for: an agent that lost its connection comes back by it. */
export function Opened({ token, close }: { token: string; close: () => void }) {
  const { opened } = words;
  return (
    <Modal title={opened.title} onClose={close}>
      <p>{opened.lead}</p>
      <div class="with-button">
        <input class="mono" type="text" readOnly dir="ltr" aria-label={opened.token} value={token} />
        <CopyButton what={opened.token} text={token} small={false} />
      </div>
      <p>{opened.again}</p>
      <p class="quiet">{opened.cautious}</p>
      <footer class="modal-foot">
        <button type="button" class="button button-large button-accent" onClick={close}>
          {opened.close}
        </button>
      </footer>
    </Modal>
  );
}
