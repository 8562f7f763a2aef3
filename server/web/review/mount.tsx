import { effect } from '@preact/signals';
import { render } from 'preact';
import { createClient } from '../../contract/client.ts';
import { App } from '../components/app.tsx';
import { firstView } from './first-view.ts';
import { createIdentity, IdentityContext, takeVouch } from './identity.ts';
import { startLive } from './live.ts';
import { createMemory } from './memory.ts';
import { startPolling } from './polling.ts';
import { createStore } from './store.ts';
import { createTab } from './tab.ts';
import type { ReviewerView } from './types.ts';

const vouch = takeVouch();
const link = decodeURIComponent(/^\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const pageKey = document.querySelector<HTMLMetaElement>('meta[name="page-key"]')?.content ?? '';
const client = createClient({ baseUrl: '', link, pageKey });
const identity = createIdentity(client, () => sessionStorage, vouch);
const store = createStore(identity.deciding(client), firstView<ReviewerView>());
let resumed: string | null = null;
effect(() => {
  const id = store.view.value?.review.id ?? null;
  if (id !== null && id !== resumed) identity.resume(id);
  resumed = id;
});
const memory = createMemory(() => localStorage, window);
const tab = createTab(navigator.locks);

const live = startLive(`/r/${encodeURIComponent(link)}/events`, () => void store.refresh());
startPolling(store, live.open);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(
    <IdentityContext.Provider value={identity}>
      <App store={store} memory={memory} tab={tab} />
    </IdentityContext.Provider>,
    page,
  );
}
