import { createClient, ServiceError } from '../../contract/client.ts';
import type { Printout } from '../../contract/printout.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { savePdf } from './save-pdf.ts';
import { printing as words } from './strings.ts';

/** Loads a page into a frame that nobody sees. Returns null when the service does not answer with it. */
async function loadFrame(address: string): Promise<HTMLIFrameElement | null> {
  const frame = document.createElement('iframe');
  frame.className = 'visually-hidden';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = address;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  // A page of another origin, such as the browser's own about an error, has no document here.
  if (frame.contentDocument?.querySelector('main, h1') != null) return frame;
  frame.remove();
  return null;
}

/** Prints a page of this service without leaving the shown one. Returns false when it cannot be loaded. */
async function printPage(address: string): Promise<boolean> {
  const frame = await loadFrame(address);
  const page = frame?.contentWindow ?? null;
  if (frame === null || page === null) return false;
  // Browsers may print the address at the foot of each page, and this one is the reviewer's login.
  page.history.replaceState(null, '', '/');
  page.addEventListener('afterprint', () => frame.remove());
  page.focus();
  page.print();
  return true;
}

type Needs = Pick<ReviewDependencies, 'outbox' | 'notify'>;

const path = (): string => /^\/r\/[^/]+/.exec(location.pathname)?.[0] ?? '';

/** Sends what is queued. Returns false, and says so, when a copy would lack some of it. */
async function isSent({ outbox, notify }: Needs): Promise<boolean> {
  if (outbox.entries.peek().length > 0) await outbox.flush();
  const left = outbox.entries.peek().length;
  if (left > 0) notify(words.unsent(left));
  return left === 0;
}

/** Prints the review: the same pages as in the PDF. */
export async function printReview(needs: Needs): Promise<void> {
  if (!(await isSent(needs))) return;
  needs.notify(words.preparing);
  if (!(await printPage(`${path()}/printout`))) needs.notify(words.notPrinted);
}

/** Saves the review as PDF. */
export async function saveReview(needs: Needs, onProgress: (printout: Printout) => void): Promise<void> {
  const { notify } = needs;
  if (!(await isSent(needs))) return;
  notify(words.waiting);
  const client = createClient({ baseUrl: '', link: decodeURIComponent(path().slice('/r/'.length)) });
  const ask = (id: string | undefined) => client.call('print_by_link', id === undefined ? {} : { printout_id: id });
  try {
    notify((await savePdf(ask, onProgress)) ?? words.saved);
  } catch (cause) {
    notify(cause instanceof ServiceError && cause.status > 0 ? cause.message : words.failed);
  }
}
