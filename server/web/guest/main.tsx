import { render } from 'preact';
import { createClient } from '../../contract/client.ts';
import { firstView } from '../review/first-view.ts';
import { createMemory } from '../review/memory.ts';
import { createTab } from '../review/tab.ts';
import { GuestApp } from './app.tsx';
import { newSecret } from './composing.ts';
import { createKept, ownOf, spaceOf } from './kept.ts';
import { startGuestLive } from './live.ts';
import { createGuestStore } from './store.ts';
import type { GuestView } from './types.ts';

const link = decodeURIComponent(/^\/g\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const memory = createMemory(() => localStorage, window);
const tab = createTab(navigator.locks, newSecret());
const space = spaceOf(link);
const kept = createKept(memory, space);
const store = createGuestStore(createClient({ baseUrl: '', link }), kept, firstView<GuestView>());

startGuestLive(store, link);
memory.watch(ownOf(space), kept.reload);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<GuestApp store={store} kept={kept} memory={memory} space={space} tab={tab} />, page);
}
