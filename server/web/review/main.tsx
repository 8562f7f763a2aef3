import { render } from 'preact';
import { createClient } from '../../contract/client.ts';
import { App } from '../components/app.tsx';
import { firstView } from './first-view.ts';
import { startLive } from './live.ts';
import { createMemory } from './memory.ts';
import { startPolling } from './polling.ts';
import { createStore } from './store.ts';
import { createTab } from './tab.ts';
import type { ReviewerView } from './types.ts';

const link = decodeURIComponent(/^\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const store = createStore(createClient({ baseUrl: '', link }), firstView<ReviewerView>());
const memory = createMemory(() => localStorage, window);
const tab = createTab(navigator.locks);

const live = startLive(`/r/${encodeURIComponent(link)}/events`, () => void store.refresh());
startPolling(store, live.open);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App store={store} memory={memory} tab={tab} />, page);
}
