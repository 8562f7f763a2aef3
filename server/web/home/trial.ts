import { effect, type Signal, signal } from '@preact/signals';
import { createClient, type Input, type Output, ServiceError } from '../../contract/client.ts';
import type { Review } from '../../contract/review.ts';
import { trimText } from '../../contract/trim-text.ts';
import { heldFrom, type Keep } from '../shared/kept-token.ts';
import { randomId } from '../shared/random-id.ts';
import type { Draft } from './draft.ts';
import { addressOf, dataUrlOf, labelsOf } from './files.ts';
import { home } from './strings.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** Creates a `fetch` for text that reports upload progress from 0 to 1, which `fetch` itself does not. */
function createSending(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request did not get through.'));
      request.onabort = () => reject(new DOMException('Stopped.', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(typeof init.body === 'string' ? init.body : null);
    });
}

export type Step =
  | { at: 'form' }
  | { at: 'token' | 'reading' }
  | { at: 'sending'; share: number }
  | { at: 'made'; review: Review };

export interface Trial {
  step: Signal<Step>;
  trouble: Signal<Trouble | null>;
  /** Creates the review. What is missing is shown in `trouble`; the input stays. */
  open(): Promise<void>;
  stop(): void;
  /** Creates a workspace when there is none yet. Returns why not, or null. */
  getToken(): Promise<Trouble | null>;
  back(): void;
}

class Unreadable extends Error {}

async function readFile(file: File): Promise<string> {
  try {
    return await dataUrlOf(file);
  } catch {
    throw new Unreadable(home.trouble.unreadable(file.name));
  }
}

function missing(draft: Draft): Trouble | null {
  const words = home.missing;
  const source = (text: string): Trouble => ({ text, field: 'source' });
  const kind = draft.kind.value;
  if (kind === 'images') return draft.images.value.length === 0 ? source(words.images) : null;
  if (kind === 'pdf') return draft.pdf.value === null ? source(words.pdf) : null;
  if (kind === 'email') return draft.html.value.trim() === '' ? source(words.email) : null;
  if (draft.address.value.trim() === '') return source(words.page);
  return addressOf(draft.address.value) === null ? source(words.pageForm) : null;
}

async function requestOf(draft: Draft): Promise<Input<'create_review'>> {
  const title = trimText(draft.title.value ?? '') || draft.suggested.value;
  const kind = draft.kind.value;
  if (kind === 'images') {
    const files = draft.images.value;
    const labels = labelsOf(files);
    const read = async (file: File, at: number) => ({ image: await readFile(file), label: labels[at] ?? file.name });
    return { title, images: await Promise.all(files.map(read)) };
  }
  if (kind === 'page') {
    return { title, type: 'website', capture_url: true, page_url: addressOf(draft.address.value) ?? '' };
  }
  if (kind === 'email') return { title, type: 'email', html: draft.html.value };
  return { title, type: 'presentation', pdf: draft.pdf.value === null ? '' : await readFile(draft.pdf.value) };
}

/** Adds when the workspace gets new credits, where the service answers. */
const withRefill = (trouble: Trouble, bearer: string): Promise<Trouble> =>
  createClient({ baseUrl: '', bearer })
    .call('get_billing', {})
    .then(
      ({ credits }) => ({ ...trouble, back: { words: home.trouble.refill, at: new Date(credits.refills_at) } }),
      () => trouble,
    );

/** Returns the token of this device, or makes one. */
async function tokenOf(keep: Keep, signal?: AbortSignal): Promise<string> {
  const { value } = keep.held;
  if (value !== null) return value.token;
  const made: Output<'create_try_token'> = await createClient({ baseUrl: '' }).call(
    'create_try_token',
    {},
    signal === undefined ? {} : { signal },
  );
  keep.take(heldFrom(made), true);
  return made.token;
}

export function createTrial(draft: Draft, keep: Keep): Trial {
  const step = signal<Step>({ at: 'form' });
  const trouble = signal<Trouble | null>(null);
  effect(() => {
    // Any change may have corrected what was refused. Each signal has to be read for the next change.
    const { kind, images, address, pdf, html, title } = draft;
    for (const given of [kind, images, address, pdf, html, title]) void given.value;
    trouble.value = null;
  });
  let stopping = new AbortController();
  let last: { body: string; key: string } | null = null;

  /** The same request keeps its key, so that a retry creates no second review. */
  const keyOf = (request: Input<'create_review'>): string => {
    const body = JSON.stringify(request);
    if (last?.body !== body) last = { body, key: randomId() };
    return last.key;
  };
  /** `bearer`: the token that was used; null before there was one. */
  const fail = async (cause: unknown, bearer: string | null) => {
    if (cause instanceof Unreadable) {
      trouble.value = { text: cause.message, field: 'source' };
      return;
    }
    const found = troubleOf(cause, bearer === null ? 'token' : 'review', draft);
    const status = cause instanceof ServiceError ? cause.status : null;
    if (status === 401 && bearer !== null) keep.drop(bearer);
    trouble.value = status === 402 && bearer !== null ? await withRefill(found, bearer) : found;
  };

  return {
    step,
    trouble,
    async open() {
      if (step.value.at !== 'form') return;
      trouble.value = missing(draft);
      if (trouble.value !== null) return;
      stopping = new AbortController();
      const { signal } = stopping;
      let bearer: string | null = null;
      try {
        step.value = { at: 'reading' };
        const request = await requestOf(draft);
        signal.throwIfAborted();
        step.value = { at: 'token' };
        bearer = await tokenOf(keep, signal);
        step.value = { at: 'sending', share: 0 };
        const onProgress = (share: number) => {
          if (step.value.at === 'sending') step.value = { at: 'sending', share };
        };
        const client = createClient({ baseUrl: '', bearer, fetch: createSending(onProgress) });
        const review = await client.call('create_review', request, { idempotencyKey: keyOf(request), signal });
        last = null;
        step.value = { at: 'made', review };
      } catch (cause) {
        step.value = { at: 'form' };
        if (signal.aborted) trouble.value = { text: home.stopped, mild: true };
        else await fail(cause, bearer);
      }
    },
    stop: () => stopping.abort(),
    async getToken() {
      try {
        await tokenOf(keep);
        return null;
      } catch (cause) {
        return troubleOf(cause, 'token', draft);
      }
    },
    back() {
      step.value = { at: 'form' };
      trouble.value = null;
    },
  };
}
