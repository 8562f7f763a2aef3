import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Review } from '../../contract/review.ts';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { heldFrom } from '../shared/kept-token.ts';
import { Modal } from '../shared/modal.tsx';
import { Problem } from '../shared/problem.tsx';
import { sentenceOf } from './store.ts';
import { workspace } from './strings.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const words = workspace.end;

interface Props {
  title: string;
  confirm: string;
  keep: string;
  /** Returns why it failed, or null. */
  run: () => Promise<string | null>;
  children: ComponentChildren;
}

/** Asks before it runs what cannot be undone. */
export function Confirm({ title, confirm, keep, run, children }: Props) {
  const { dialog } = useWorkspace();
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const close = () => {
    dialog.value = null;
  };
  const act = async () => {
    if (busy.value) return;
    busy.value = true;
    problem.value = await run();
    busy.value = false;
  };
  return (
    <Modal title={title} onClose={close}>
      <form
        class="decision-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        {children}
        <Problem text={problem.value} />
        <footer class="modal-foot">
          <Button class="button-large button-quiet" onClick={close}>
            {keep}
          </Button>
          <button type="submit" class="button button-large button-must" aria-disabled={busy.value}>
            {busy.value ? words.working : confirm}
          </button>
        </footer>
      </form>
    </Modal>
  );
}

export function CancelDialog({ review }: { review: Review }) {
  const { store, dialog, notice } = useWorkspace();
  return (
    <Confirm
      title={words.cancelTitle(review.title)}
      confirm={words.cancelConfirm}
      keep={words.keep}
      run={async () => {
        const refused = await store.change((client) => client.call('cancel_review', { id: review.id }));
        if (refused !== null) return refused;
        dialog.value = null;
        notice.value = { text: words.cancelled, error: false };
        focusSoon('detail');
        return null;
      }}
    >
      <p>{words.cancelLead}</p>
    </Confirm>
  );
}

export function RemoveDialog({ review }: { review: Review }) {
  const { store, dialog, notice } = useWorkspace();
  const typed = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <Confirm
      title={words.removeTitle(review.title)}
      confirm={words.removeConfirm}
      keep={words.keep}
      run={async () => {
        if (typed.value.trim().toLowerCase() !== words.removeWord) {
          field.current?.focus();
          return words.removeMissing(words.removeWord);
        }
        const refused = await store.change((client) => client.call('delete_review', { id: review.id }));
        if (refused !== null) return refused;
        dialog.value = null;
        location.hash = '';
        store.choose(null);
        notice.value = { text: words.removed, error: false };
        focusSoon('reviews');
        return null;
      }}
    >
      <p>{words.removeLead}</p>
      <label class="field">
        <span>{words.removeType(words.removeWord)}</span>
        <input
          ref={field}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
    </Confirm>
  );
}

interface TokenProps {
  title: string;
  lead: string;
  /** Names the token. */
  label: string;
  token: string;
  action: string;
  close: () => void;
  children: ComponentChildren;
}

/** Shows a token to copy. */
export function TokenDialog({ title, lead, label, token, action, close, children }: TokenProps) {
  return (
    <Modal title={title} onClose={close}>
      <p>{lead}</p>
      <div class="with-button">
        <input class="mono" type="text" readOnly dir="ltr" aria-label={label} value={token} />
        <CopyButton what={label} text={token} small={false} />
      </div>
      {children}
      <footer class="modal-foot">
        <Button class="button-large button-accent" onClick={close}>
          {action}
        </Button>
      </footer>
    </Modal>
  );
}

export function NewToken({ token, close }: { token: string; close: () => void }) {
  const { doneTitle, done, token: label, close: action, where } = workspace.rotate;
  return (
    <TokenDialog title={doneTitle} lead={done} label={label} token={token} action={action} close={close}>
      <p>{where}</p>
    </TokenDialog>
  );
}

export function RotateDialog({ replaced }: { replaced: (token: string) => void }) {
  const { store, dialog, keep } = useWorkspace();
  const rotate = workspace.rotate;
  return (
    <Confirm
      title={rotate.title}
      confirm={rotate.confirm}
      keep={rotate.cancel}
      run={async () => {
        try {
          const made = await store.client.call('rotate_token', {});
          dialog.value = null;
          replaced(made.token);
          keep.take(heldFrom(made), keep.remembered.value);
          return null;
        } catch (cause) {
          return sentenceOf(cause);
        }
      }}
    >
      <p>{rotate.lead}</p>
      <p>{rotate.where}</p>
    </Confirm>
  );
}
