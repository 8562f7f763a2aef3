import type { BrowserContext, Page } from 'playwright-core';
import type { Capture } from './capture-request.ts';
import { type Deadline, settledWithin, startDeadline } from './deadline.ts';
import { emailOrigin, openEmail } from './email-document.ts';
import { emailNotices } from './email-notices.ts';
import { askEmail, type CapturedEmail } from './email-said.ts';
import { checkEmailSource } from './email-source.ts';
import type { WantedFacts } from './facts.ts';
import { type Explain, type FailedResource, watchResources } from './failed-resources.ts';
import { CaptureFailure, navigationFailure } from './failure.ts';
import { emailFacts } from './in-page/email-facts.ts';
import { layGround } from './in-page/email-ground.ts';
import { withoutRefresh } from './in-page/email-refresh.ts';
import { settleMedia } from './in-page/settle-media.ts';
import { factsCutShort } from './incomplete.ts';
import { type Notice, Notices } from './notice.ts';
import { changesByItself, takePicture } from './take-picture.ts';
import type { CaptureViewport } from './viewport.ts';
import { openWorld } from './world.ts';

/** What asking the email may take at worst; with less than that left, it is not asked. */
const askMs = 5_000;
const loadLimitMs = 12_000;
const mediaLimitMs = 4_000;
const closeLimitMs = 5_000;

export interface EmailRequest {
  /** The HTML part of an email, decoded */
  html: string;
  viewport: CaptureViewport;
  /** As those see it who have set their client to dark */
  dark: boolean;
  /** For all of it; it ends by then whatever the email does */
  deadlineMs: number;
  /** Asks the email about what its picture shows, too. Default: not */
  facts?: WantedFacts;
  explain?: Explain;
}

export interface EmailCapture extends Capture {
  /** What only emails are asked; null when facts were not wanted, or the email resists */
  email: CapturedEmail | null;
}

async function run(context: BrowserContext, request: EmailRequest, deadline: Deadline): Promise<EmailCapture> {
  const odd = checkEmailSource(request.html);
  const page = await context.newPage();
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new Error('Page crashed')));
  });
  crashed.catch(() => undefined);
  context.on('page', (popup) => void popup.close().catch(() => undefined));
  return Promise.race([show(context, page, request, odd, deadline), crashed]);
}

/** What is said of pages, said of an email. */
function inWordsOfEmail({ code, message }: Notice): Notice {
  if (message === changesByItself) {
    return { code, message: 'Part of this email changes by itself, so two pictures of it may differ.' };
  }
  return {
    code,
    message: message
      .replace(/^The page\b/, 'The email')
      .replace('on a screen of', 'in a reading pane of')
      .replace('inside the page', 'inside the email')
      .replace(/\b([Tt])his page\b/, '$1his email'),
  };
}

/** Scripts are left out of emails, and what has no host of its own cannot be fetched. */
const isWanted = ({ url, kind }: FailedResource) => kind !== 'script' && !url.startsWith(emailOrigin);

async function show(
  context: BrowserContext,
  page: Page,
  request: EmailRequest,
  odd: Notice[],
  deadline: Deadline,
): Promise<EmailCapture> {
  const still = /http-equiv/i.test(request.html) ? await page.evaluate(withoutRefresh, request.html) : null;
  const resources = watchResources(page, request.explain);
  const limit = Math.min(loadLimitMs, deadline.left() / 2);
  const email = await openEmail(context, page, still ?? request.html, limit, resources.giveUp);
  email.check();
  const world = await openWorld(page);
  // Names in an email can stand in the way of what it is asked: then it is shown as it is.
  await world.run(layGround, request.dark).catch(() => undefined);
  const ready = await world.run(settleMedia, mediaLimitMs).catch(() => true);
  const facts = await world.run(emailFacts, emailOrigin).catch(() => null);
  const picture = await takePicture(page, world, { ...request, leftMs: () => deadline.left() });
  const { scale } = request.viewport;
  const size = { width: picture.width / scale, height: picture.height / scale };
  const isAsked = request.facts !== undefined && deadline.left() > askMs;
  const said = isAsked ? await askEmail(page, size, world) : null;
  const title = (await page.title()).slice(0, 300);
  email.check();
  const notices = new Notices();
  notices.addAll([...odd, ...picture.notices.map(inWordsOfEmail)]);
  if (picture.facts !== null && said === null) notices.addAll([inWordsOfEmail(factsCutShort)]);
  if (!email.loaded || !ready) {
    notices.add('still_loading', 'Parts of the email were still loading when the picture was taken.');
  }
  if (facts !== null) notices.addAll(emailNotices(facts, resources.failures().filter(isWanted)));
  if (still !== null) {
    notices.add('meta_refresh', 'The email wants to lead elsewhere by itself (meta refresh), which clients ignore.');
  }
  return { ...picture, finalUrl: emailOrigin, title, notices: notices.list(), email: said };
}

/**
 * An email as mail clients show it: without scripts, in a reading pane, its remote images, styles and fonts fetched by
 * the context's proxy only. Takes a context made with `emailContextOptions` and uses it up. Ends by `deadlineMs`,
 * whatever the email holds. Rejects with CaptureFailure.
 */
export async function showEmail(context: BrowserContext, request: EmailRequest): Promise<EmailCapture> {
  const deadline = startDeadline(request.deadlineMs, () => {
    const seconds = Math.round(request.deadlineMs / 100) / 10;
    return new CaptureFailure('timeout', `The email was not ready within ${seconds} s. Is it very large or very deep?`);
  });
  try {
    return await deadline.race(run(context, request, deadline));
  } catch (error) {
    throw navigationFailure(error, emailOrigin, null);
  } finally {
    deadline.clear();
    await settledWithin(context.close(), closeLimitMs);
  }
}
