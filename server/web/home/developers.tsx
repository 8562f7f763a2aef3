import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import type { Held } from '../shared/kept-token.ts';
import { When } from '../shared/when.tsx';
import { agents } from './agents-strings.ts';
import { Snippet } from './snippet.tsx';
import { addressesOf, hidden, snippetsOf } from './snippets.ts';
import { home } from './strings.ts';
import type { Trouble } from './trouble.ts';
import { TroubleNote } from './trouble-note.tsx';
import { useHome } from './use-home.ts';

const words = home.developers;

function WithToken({ held, forget }: { held: Held; forget: () => void }) {
  const shown = useSignal(false);
  const visible = snippetsOf(location.origin, shown.value ? held.token : hidden);
  const real = snippetsOf(location.origin, held.token);
  return (
    <>
      <div class="snippet-box">
        <div class="snippet-head">
          <h3 id="token" tabIndex={-1}>
            {words.token}
            {held.expiresAt !== null && (
              <span class="quiet">
                {words.until} <When at={held.expiresAt} day />
              </span>
            )}
          </h3>
          <Button class="button-small" onClick={() => (shown.value = !shown.value)}>
            {shown.value ? words.hide : words.show}
          </Button>
          <CopyButton what={words.token} text={held.token} />
        </div>
        <pre class="snippet" dir="ltr">
          {shown.value ? held.token : hidden}
        </pre>
      </div>
      <Snippet title={words.curl} shown={visible.curl} text={real.curl} />
      <Snippet title={words.assistant} shown={visible.assistant} text={real.assistant} />
      <Snippet title={words.editor} shown={visible.editor} text={real.editor} />
      <div>
        <Button class="button-small button-quiet" onClick={forget}>
          {words.forget}
        </Button>
      </div>
    </>
  );
}

/** Shows ready-made commands. They contain the token only on request; what is copied always does. */
export function Developers() {
  const { keep, trial } = useHome();
  const trouble = useSignal<Trouble | null>(null);
  const asking = useSignal(false);
  const status = useSignal('');
  const get = useRef<HTMLButtonElement>(null);
  const held = keep.held.value;
  const ask = async () => {
    if (asking.value) return;
    asking.value = true;
    status.value = words.getting;
    trouble.value = await trial.getToken();
    asking.value = false;
    status.value = '';
    if (trouble.value === null) setTimeout(() => document.getElementById('token')?.focus());
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <p class="visually-hidden" role="status">
        {status.value}
      </p>
      {held !== null ? (
        <WithToken
          held={held}
          forget={() => {
            keep.forget();
            status.value = words.forgotten;
            setTimeout(() => get.current?.focus());
          }}
        />
      ) : (
        <>
          <div>
            <button
              ref={get}
              type="button"
              class="button button-large"
              aria-disabled={asking.value}
              onClick={() => void ask()}
            >
              {asking.value ? words.getting : words.get}
            </button>
          </div>
          <TroubleNote id="token-trouble" trouble={trouble.value} />
        </>
      )}
    </>
  );
}

/** Shows how an agent connects by the address alone. */
export function Agents() {
  const { address, claudeCode, codex, editor } = addressesOf(location.origin);
  return (
    <>
      <h2>{agents.title}</h2>
      <p class="lead">{agents.lead}</p>
      <Snippet title={agents.address} shown={address} />
      <Snippet title={agents.claudeCode} help={agents.claudeCodeThen} shown={claudeCode} />
      <Snippet title={agents.codex} shown={codex} />
      <Snippet title={agents.editor} shown={editor} />
    </>
  );
}
