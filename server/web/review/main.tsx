import { render } from 'preact';
import { createClient } from '../../contract/client.ts';
import { App } from '../components/app.tsx';
import { firstView } from './first-view.ts';
import { createMemory } from './memory.ts';
import { startPolling } from './polling.ts';
import { createStore } from './store.ts';
import type { ReviewerView } from './types.ts';

const link = decodeURIComponent(/^\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const store = createStore(createClient({ baseUrl: '', link }), firstView<ReviewerView>());
const memory = createMemory(() => localStorage);

startPolling(store);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<App store={store} memory={memory} />, page);
}
