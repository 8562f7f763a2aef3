import './review.css';
import { effect } from '@preact/signals';
import { createClient } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { createFrameClient } from '../frame/frame-client.ts';
import { frame } from '../shared/frame.ts';
import { createMemory } from '../shared/memory.ts';
import { takeFragment } from '../shared/take-fragment.ts';
import { createStore } from '../sync/store.ts';
import { firstView } from './first-view.ts';
import { createIdentity } from './identity.ts';
import { mountPage } from './mount.tsx';
import { addReviewer } from './reviewer-acts.ts';
import { fetchReviewerParts } from './reviewer-later.ts';
import { withUnsent } from './with-unsent.ts';

// A frame has no address, and its storage may be that of other frames or none.
const assertion = frame === null ? takeFragment('vouch') || null : null;
// A sign-in link that is opened where the review is open already changes the fragment alone.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#vouch=')) location.reload();
});
const link = decodeURIComponent(/^\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const pageKey = document.querySelector<HTMLMetaElement>('meta[name="page-key"]')?.content ?? '';
const client = frame === null ? createClient({ baseUrl: '', link, pageKey }) : createFrameClient(frame);
const noStorage = (): never => {
  throw new Error('A frame stores nothing');
};
const identity = createIdentity(client, frame === null ? () => sessionStorage : noStorage, assertion);
const first = firstView<ReviewerView>();
const store = createStore(identity.deciding(client), first && withUnsent(first));
let resumed: string | null = null;
effect(() => {
  const id = store.view.value?.review.id ?? null;
  // The service could not read the link when it sent the page, which came without what a decision needs. Once: what
  // comes then may lack it too.
  if (id !== null && frame === null && pageKey === '' && history.state !== 'reloaded') {
    history.replaceState('reloaded', '');
    location.reload();
  }
  if (id !== null && id !== resumed) identity.resume(id);
  resumed = id;
});
const memory = createMemory(frame === null ? () => localStorage : noStorage, window);
const path = (token: string) => `/r/${encodeURIComponent(token)}/events`;
const events = () => (frame === null ? path(link) : frame.service + path(frame.capability));

fetchReviewerParts();
mountPage({ store, memory, identity, addReviewer, events });
