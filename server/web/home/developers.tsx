import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Held } from '../account/keep.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { When } from '../components/when.tsx';
import { home } from '../strings/home.ts';
import { Snippet } from './snippet.tsx';
import { hidden, snippetsOf } from './snippets.ts';
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
          <button
            type="button"
            class="button button-small"
            aria-pressed={shown.value}
            aria-label={words.show}
            onClick={() => {
              shown.value = !shown.value;
            }}
          >
            {shown.value ? words.hide : words.show}
          </button>
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
        <button type="button" class="button button-small button-quiet" onClick={forget}>
          {words.forget}
        </button>
      </div>
    </>
  );
}

/** Ready-made commands. The token stands in them only when it is asked for; what is copied holds it. */
export function Developers() {
  const { keep, trial } = useHome();
  const trouble = useSignal<Trouble | null>(null);
  const asking = useSignal(false);
  const said = useSignal('');
  const get = useRef<HTMLButtonElement>(null);
  const held = keep.held.value;
  const ask = async () => {
    if (asking.value) return;
    asking.value = true;
    said.value = words.getting;
    trouble.value = await trial.getToken();
    asking.value = false;
    said.value = '';
    if (trouble.value === null) setTimeout(() => document.getElementById('token')?.focus());
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {held !== null ? (
        <WithToken
          held={held}
          forget={() => {
            keep.forget();
            said.value = words.forgotten;
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
