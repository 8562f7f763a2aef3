import type { BrowserContext } from 'playwright-core';
import type { Capture } from './capture-request.ts';
import { emailOrigin, openEmail } from './email-document.ts';
import { type CapturedEmail, collectEmailFacts } from './email-facts.ts';
import { emailNotices } from './email-notices.ts';
import { checkEmailSource } from './email-source.ts';
import type { WantedFacts } from './facts.ts';
import { type Explain, type FailedResource, watchResources } from './failed-resources.ts';
import { incompleteFacts } from './incomplete.ts';
import { Notices } from './notice.ts';
import { type CaptureRun, runCapture } from './run-capture.ts';
import { takeScreenshot } from './take-screenshot.ts';
import type { CaptureViewport } from './viewport.ts';
import { openWorld, runInFrame } from './world.ts';

/** The longest `collectEmailFacts` takes; with less time left, it is skipped. */
const factsMs = 5_000;
const loadLimitMs = 12_000;
const mediaLimitMs = 4_000;

export interface EmailRequest {
  /** The HTML part of an email, decoded */
  html: string;
  viewport: CaptureViewport;
  /** Whether the reader's mail client uses its dark mode */
  dark: boolean;
  /** Time limit of the whole capture, whatever the email does */
  deadlineMs: number;
  /** Collects facts about the screenshot's content, too. Default: none */
  facts?: WantedFacts;
  explain?: Explain;
}

export interface EmailCapture extends Capture {
  /** null when facts were not wanted or could not be collected */
  email: CapturedEmail | null;
}

/** Scripts, frames and videos are left out of emails, and a relative address has no host to fetch from. */
const isReported = ({ url, kind }: FailedResource) =>
  /^(stylesheet|font|image)$/.test(kind) && !url.startsWith(emailOrigin);

async function captureHtml({ context, page, deadline }: CaptureRun, request: EmailRequest): Promise<EmailCapture> {
  const oddities = checkEmailSource(request.html);
  const refreshless = /http-equiv/i.test(request.html) ? await runInFrame(page, 'withoutRefresh', request.html) : null;
  const resources = watchResources(page, request.explain);
  const limit = Math.min(loadLimitMs, deadline.left() / 2);
  const email = await openEmail(context, page, refreshless ?? request.html, limit, resources.giveUp);
  email.check();
  const world = await openWorld(page);
  // Names in an email can break these functions; the email is then captured as it is.
  await world.run('setClientBackground', request.dark).catch(() => undefined);
  const ready = await world.run('settleMedia', mediaLimitMs).catch(() => true);
  const issues = await world.run('findEmailIssues', emailOrigin).catch(() => null);
  const screenshot = await takeScreenshot(page, world, { ...request, subject: 'email', leftMs: deadline.left });
  const { scale } = request.viewport;
  const size = { width: screenshot.width / scale, height: screenshot.height / scale };
  const hasTime = request.facts !== undefined && deadline.left() > factsMs;
  const facts = hasTime ? await collectEmailFacts(page, size, world) : null;
  const title = (await page.title()).slice(0, 300);
  email.check();
  const notices = new Notices();
  notices.addAll([...oddities, ...screenshot.notices]);
  if (screenshot.facts !== null && facts === null) notices.addAll([incompleteFacts('email')]);
  if (!email.loaded || !ready) {
    notices.add('still_loading', 'Parts of the email were still loading when the screenshot was taken.');
  }
  if (issues !== null) notices.addAll(emailNotices(issues, resources.failures().filter(isReported)));
  if (refreshless !== null) {
    notices.add('meta_refresh', 'The email wants to lead elsewhere by itself (meta refresh), which clients ignore.');
  }
  return { ...screenshot, finalUrl: emailOrigin, title, notices: notices.list(), email: facts };
}

/**
 * Captures an email as mail clients show it: without scripts and in a reading pane. Remote images, styles and fonts are
 * fetched only through the context's proxy. Takes a context made with `emailContextOptions` and closes it. Settles
 * within `deadlineMs`, whatever the email contains. Rejects with CaptureFailure.
 */
export async function captureEmail(context: BrowserContext, request: EmailRequest): Promise<EmailCapture> {
  const limits = {
    url: emailOrigin,
    deadlineMs: request.deadlineMs,
    timeoutMessage: (seconds: number) => `The email was not ready within ${seconds} s. Is it very large or very deep?`,
  };
  return runCapture(Promise.resolve(context), limits, (run) => captureHtml(run, request));
}
