import './guest.css';
import { createClient } from '../../contract/client.ts';
import type { GuestView } from '../../contract/guest.ts';
import { firstView } from '../review/first-view.ts';
import { mountPage } from '../review/mount.tsx';
import { createMemory } from '../shared/memory.ts';
import { createStore } from '../sync/store.ts';
import { createGuest } from './create-guest.ts';
import { createKept, spaceOf } from './kept.ts';
import { pageViewOf } from './page-view.ts';
import { createSending } from './sending.ts';

const link = decodeURIComponent(/^\/g\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const memory = createMemory(() => localStorage, window);
const space = spaceOf(link);
const kept = createKept(memory, space);
const client = createClient({ baseUrl: '', link });
const sending = createSending(client, kept, (failure) => {
  store.trouble.value = failure;
});
const first = firstView<GuestView>();
const store = createStore(client, first && pageViewOf(first, space), async () =>
  pageViewOf(await sending.read(), space),
);

const events = () => `/g/${encodeURIComponent(link)}/events`;
mountPage({ store, memory, events, addGuest: createGuest(kept, sending) });
