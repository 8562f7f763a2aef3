import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { createClient } from '../../contract/client.ts';
import type { Keep } from '../shared/kept-token.ts';
import { SiteHead } from '../shared/site-head.tsx';
import { takeFragment } from '../shared/take-fragment.ts';
import { Baselines } from './baselines.tsx';
import { ChecklistSection } from './checklist.tsx';
import { ConnectedClients } from './connections.tsx';
import { Credits } from './credits.tsx';
import { CancelDialog, NewToken, RemoveDialog, RotateDialog } from './dialogs.tsx';
import { Enter } from './enter.tsx';
import { Head } from './head.tsx';
import { keepFresh } from './keep-fresh.ts';
import { Notice } from './notice.tsx';
import { Opened, OpenWorkspace } from './open.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewList } from './review-list.tsx';
import { createWorkspaceStore } from './store.ts';
import { workspace } from './strings.ts';
import { createWorkspace, focusSoon, useWorkspace, WorkspaceContext } from './use-workspace.ts';

const idOf = (hash: string): string | null => /^#([0-9A-HJKMNP-TV-Z]{26})$/.exec(hash)?.[1] ?? null;

function Dialogs({ replaced }: { replaced: (token: string) => void }) {
  const dialog = useWorkspace().dialog.value;
  if (dialog === null || dialog.kind === 'disconnect') return null;
  if (dialog.kind === 'rotate') return <RotateDialog replaced={replaced} />;
  return dialog.kind === 'cancel' ? <CancelDialog review={dialog.review} /> : <RemoveDialog review={dialog.review} />;
}

interface Props {
  keep: Keep;
  token: string;
  ended: (token: string) => void;
  forget: () => void;
  /** Whether it replaces a workspace whose token has ended. */
  isOther: boolean;
  fresh: Signal<string | null>;
}

function Inside({ keep, token, ended, forget, isOther, fresh }: Props) {
  const context = useMemo(() => {
    const store = createWorkspaceStore(createClient({ baseUrl: '', bearer: token }), () => ended(token));
    return createWorkspace(keep, store);
  }, [token]);
  const { store } = context;
  useEffect(() => {
    const follow = () => store.choose(idOf(location.hash));
    follow();
    const stop = keepFresh(store);
    addEventListener('hashchange', follow);
    return () => {
      stop();
      removeEventListener('hashchange', follow);
    };
  }, [store]);
  const { value: billing } = store.billing;
  const { value: trouble } = store.trouble;
  return (
    <WorkspaceContext.Provider value={context}>
      <main class="workspace" data-chosen={store.chosen.value !== null} aria-busy={billing === null}>
        <Head forget={forget} />
        <p class={trouble === null ? '' : 'warning'} role="status">
          {trouble !== null ? workspace[trouble] : isOther && workspace.other}
        </p>
        {billing === null ? (
          <p class="quiet">{trouble === null ? workspace.loading : ''}</p>
        ) : (
          <>
            <Credits billing={billing} />
            <div class="columns">
              <ReviewList />
              <ReviewDetail />
            </div>
            <Baselines />
            <ChecklistSection />
            <ConnectedClients />
          </>
        )}
      </main>
      <Notice />
      <Dialogs replaced={(next) => (fresh.value = next)} />
    </WorkspaceContext.Provider>
  );
}

/**
 * Shows the workspace of this device's token, or the field to paste one. `code`: the code of a link to another
 * workspace.
 */
export function WorkspacePage({ keep, code }: { keep: Keep; code: string | null }) {
  const reason = useSignal<string | null>(null);
  const fresh = useSignal<string | null>(null);
  const opening = useSignal(code);
  const opened = useSignal<string | null>(null);
  useEffect(() => {
    // Following a link within the open page does not reload it.
    const look = () => {
      opening.value = takeFragment('open') ?? opening.value;
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  const token = keep.held.value?.token ?? null;
  const ended = (former: string) => {
    reason.value = workspace.enter.ended;
    keep.drop(former);
  };
  const forget = () => {
    reason.value = workspace.enter.forgotten;
    keep.forget();
  };
  return (
    <div class="site">
      <SiteHead here="workspace" />
      {opening.value !== null ? (
        <OpenWorkspace
          key={opening.value}
          keep={keep}
          code={opening.value}
          leave={() => (opening.value = null)}
          opened={(made) => {
            reason.value = null;
            opening.value = null;
            opened.value = made;
          }}
        />
      ) : token === null ? (
        <Enter keep={keep} reason={reason.value} entered={() => (reason.value = null)} />
      ) : (
        <Inside
          keep={keep}
          token={token}
          ended={ended}
          forget={forget}
          isOther={reason.value === workspace.enter.ended}
          fresh={fresh}
        />
      )}
      {opened.value !== null && (
        <Opened
          token={opened.value}
          close={() => {
            opened.value = null;
            focusSoon('reviews');
          }}
        />
      )}
      {fresh.value !== null && <NewToken token={fresh.value} close={() => (fresh.value = null)} />}
    </div>
  );
}
