/**
 * Opens a review in the frame that a host draws inside an agent's chat. The build keeps this script apart; the service
 * puts it into the frame's HTML before everything else. The page starts as in a browser once the review is known.
 */
import type { FrameWindow } from '../shared/frame.ts';
import { addStyle, applyContext, type HostContext } from './appearance.ts';
import { connectHost, type Params } from './host.ts';
import { buttonTo, hideLine, linkTo, showLine, watchStart, writeLine } from './line.ts';
import { openLink } from './open-link.ts';
import { contentOf, createFrame, fetchOpened, type ToolResult } from './opened.ts';
import { words } from './strings.ts';

const submitOf = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button[type="submit"]') : null;

/** Fires `submit` as the browser would: in a frame without `allow-forms`, it does nothing at all. */
function submitForms(): void {
  document.addEventListener('click', (event) => {
    const submitter = submitOf(event.target);
    const form = submitter?.form;
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    if (form.noValidate || form.reportValidity()) {
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
    }
  });
}

/** Gives every link to `open`, as an address of the service unless it names another. */
function openLinks(service: string, open: (url: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    // A browser opens no `data:` address.
    if (!href.startsWith('data:')) open(new URL(href, service).href);
  });
}

/** The height in CSS pixels of the page, and of one line. */
const HEIGHT = { page: 720, line: 48 };
/** How long the page's parts may take before the frame says that it cannot load them. */
const PATIENCE_MS = 6_000;

let start = (): void => {};
const own: FrameWindow = {
  opening: new Promise((resolve) => {
    start = resolve;
  }),
};
(globalThis as { sightline?: FrameWindow }).sightline = own;

let context: HostContext = {};
let height = HEIGHT.page;
let reviewId: string | null = null;

/** What the host notifies the frame of. */
const notifications: Record<string, (params: Params) => void> = {
  'ui/notifications/host-context-changed'(changed) {
    context = { ...context, ...changed };
    applyContext(changed);
    sendSize();
  },
  'ui/notifications/tool-input'({ arguments: input }) {
    const { id } = (input ?? {}) as { id?: unknown };
    // The agent waits for a review, which was shown when it was made.
    if (typeof id === 'string' && reviewId === null) offer(id);
  },
  'ui/notifications/tool-result'(result) {
    if (reviewId !== null) return;
    const { id } = contentOf(result as ToolResult);
    if (typeof id === 'string') void show(id);
    else sayOnly(words.nothing);
  },
  'ui/notifications/tool-cancelled'() {
    if (reviewId === null) sayOnly(words.nothing);
  },
};
const host = connectHost((method, params) => notifications[method]?.(params));

function sendSize(): void {
  const { height: fixed, maxHeight = height } = context.containerDimensions ?? {};
  if (fixed !== undefined || context.displayMode === 'fullscreen') return;
  host.notify('ui/notifications/size-changed', { width: innerWidth, height: Math.min(height, maxHeight) });
}

function resize(to: number): void {
  height = to;
  document.documentElement.toggleAttribute('data-line', to === HEIGHT.line);
  sendSize();
}

/** Shows the line in place of the page. */
function lineAlone(): void {
  showLine();
  resize(HEIGHT.line);
}

function sayOnly(text: string, ...acts: readonly HTMLElement[]): void {
  writeLine(text, ...acts);
  lineAlone();
}

function offer(id: string): void {
  reviewId = id;
  sayOnly(
    '',
    buttonTo(() => void show(id), words.show),
  );
}

/** Shows the first screenshot and starts the page. */
async function show(id: string): Promise<void> {
  reviewId = id;
  try {
    const opened = await fetchOpened(host, id);
    const open = (url: string) => openLink(host, url);
    own.frame = createFrame(host, opened, { id, modes: context.availableDisplayModes ?? [], openLink: open });
    hideLine();
    writeLine(words.notShown, linkTo(opened.review_url, words.open));
    const place = document.querySelector('.first-screenshot');
    if (place !== null && opened.first_screenshot !== '') place.outerHTML = opened.first_screenshot;
    resize(HEIGHT.page);
    start();
    watchStart(PATIENCE_MS, { late: lineAlone, started: () => resize(HEIGHT.page) });
  } catch {
    sayOnly(
      words.notShown,
      buttonTo(() => void show(id), words.retry),
      linkTo('/workspace', words.workspace),
    );
  }
}

async function connect(): Promise<void> {
  addStyle();
  submitForms();
  const service = document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content ?? '';
  openLinks(service, (url) => openLink(host, url));
  const { hostContext = {} } = await host.request<{ hostContext?: HostContext }>('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'sightline', title: 'Sightline', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  });
  context = hostContext;
  applyContext(context);
  host.notify('ui/notifications/initialized', {});
  resize(context.toolInfo?.tool.name === 'wait_for_decision' ? HEIGHT.line : HEIGHT.page);
}

void connect();
