import { z } from 'zod';
import { Baseline } from '../../../contract/baseline.ts';
import type { Output } from '../../../contract/client.ts';
import { type OperationName, operations } from '../../../contract/index.ts';
import { Review } from '../../../contract/review.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import { invalid } from '../../../domain/failure.ts';
import { firstScreenshotOf } from '../../page/first-view.ts';
import { warning } from '../untrusted.ts';
import { presentBaseline, presentBaselines } from './baselines.ts';
import { decisionOf, headOf } from './entries.ts';
import { entriesOf, fillPage, type Lists, packetEntry } from './pages.ts';
import { short } from './short-text.ts';

/** How a tool presents the result of its operation, where REST returns more than a model should read. */
interface Presentation {
  /** Fields that only the tool takes. */
  input?: z.ZodObject;
  /** Fields that CI or our pages send: the tool takes them too, but models need not read about them. */
  unlisted?: Record<string, true>;
  output: z.ZodObject;
  present(found: object, cursor?: string): object;
}

const untrusted_text = warning;
const Marked = z.object({ untrusted_text: z.string() });
const next_cursor = z.string().nullable();
const Cursor = z.object({
  cursor: z.string().optional().describe('`next_cursor` of the page before'),
});

const sizeOf = (value: object): number => JSON.stringify(value).length;
const packetsOf = ({ pins, must_fix }: Lists) => ({ pins, must_fix });

function countsOf({ marks, screenshots, findings, suggestions }: Review) {
  return {
    marks: marks.length,
    screenshots: screenshots.length,
    findings: findings.length,
    suggestions: suggestions.length,
  };
}

function presentReview(review: Review, cursor?: string): object {
  const { id, status, next_action, ...head } = headOf(review);
  const first = { untrusted_text, id, status, next_action, counts: countsOf(review) };
  const { lists, nextCursor } = fillPage(entriesOf(review), cursor, sizeOf(first) + sizeOf(head));
  const { marks, screenshots, findings, suggestions } = lists;
  return {
    ...first,
    next_cursor: nextCursor,
    work_packets: packetsOf(lists),
    ...head,
    ...{ marks, screenshots, findings, suggestions },
  };
}

function presentWait({ work_packets, next_action, decision, ...rest }: Output<'wait_for_decision'>): object {
  const head = {
    untrusted_text,
    ...rest,
    next_action: { ...next_action, summary: short(next_action.summary, 600) },
    decision: decisionOf(decision),
  };
  if (work_packets === null) return { ...head, next_cursor: null, work_packets };
  const entries = work_packets.pins.map((packet) => packetEntry(packet, undefined));
  const { lists, nextCursor } = fillPage(entries, undefined, sizeOf(head));
  return { ...head, next_cursor: nextCursor, work_packets: packetsOf(lists) };
}

/** Returns the first image's HTML in place of the screenshots: a frame shows it before its script knows the review. */
function presentInApp({ screenshots, ...rest }: Output<'open_review_in_app'>): object {
  const html = firstScreenshotOf(screenshots).replaceAll('="/', `="${rest.service_url}/`);
  return { ...rest, first_screenshot: html };
}

const presentList = ({ reviews, next_cursor }: Output<'list_reviews'>): object => ({
  untrusted_text,
  // `get_screenshot` shows an image.
  reviews: reviews.map(({ thumbnail_url: _, ...review }) => visibleJson(review)),
  next_cursor,
});

/** The state of a review after a write. `get_review` has the rest. */
const receiptFields = {
  id: true,
  status: true,
  next_action: true,
  pass: true,
  parent_id: true,
  next_pass_id: true,
  outstanding_marks: true,
  marks_awaiting_verification: true,
  review_url: true,
  guest_share_url: true,
  expires_at: true,
  problems: true,
  second_opinion: true,
  webhook: true,
} as const;
const Receipt = z.object({
  ...Marked.shape,
  ...Review.pick(receiptFields).shape,
  // Eight choices in each of five tools; `get_review` lists them.
  status: z.string(),
  counts: z.record(z.string(), z.int()),
});

function receiptOf(review: Review): object {
  const head = Object.entries(headOf(review)).filter(([name]) => name in receiptFields);
  return { untrusted_text, ...Object.fromEntries(head), counts: countsOf(review) };
}

const receipt: Presentation = { output: Receipt, present: (found) => receiptOf(found as Review) };

/** The same for a result that has the review beside other fields. */
function besideReceipt(output: z.ZodObject): Presentation {
  return {
    output: output.extend({ review: Receipt }),
    present: (found) => {
      const { review, ...rest } = found as { review: Review };
      return { ...rest, review: receiptOf(review) };
    },
  };
}

const presentations: Partial<Record<OperationName, Presentation>> = {
  create_review: { ...receipt, unlisted: { base: true, shards: true } },
  add_screenshot: { ...receipt, unlisted: { images: true, shard: true, complete: true, client_request_id: true } },
  add_findings: receipt,
  cancel_review: receipt,
  resume_webhook: receipt,
  resolve_marks: besideReceipt(operations.resolve_marks.output),
  second_opinion: besideReceipt(operations.second_opinion.output),
  get_review: {
    input: Cursor,
    output: Review.extend({ ...Marked.shape, next_cursor, counts: Receipt.shape.counts }),
    present: (found, cursor) => presentReview(found as Review, cursor),
  },
  wait_for_decision: {
    output: operations.wait_for_decision.output.extend({ ...Marked.shape, next_cursor }),
    present: (found) => presentWait(found as Output<'wait_for_decision'>),
  },
  open_review_in_app: {
    output: operations.open_review_in_app.output.omit({ screenshots: true }).extend({ first_screenshot: z.string() }),
    present: (found) => presentInApp(found as Output<'open_review_in_app'>),
  },
  list_reviews: {
    unlisted: { status: true, passes: true, passes_of: true, webhook: true },
    output: operations.list_reviews.output.extend(Marked.shape),
    present: (found) => presentList(found as Output<'list_reviews'>),
  },
  get_baseline: {
    input: Cursor,
    output: Baseline.omit({ shards: true }).extend({ ...Marked.shape, next_cursor, counts: Receipt.shape.counts }),
    present: (found, cursor) => presentBaseline(found as Baseline, cursor),
  },
  list_baselines: {
    output: operations.list_baselines.output.extend(Marked.shape),
    present: (found) => presentBaselines(found as Output<'list_baselines'>),
  },
};

export interface Presenter {
  input: z.ZodObject;
  output: z.ZodObject;
  /** @throws DomainError `invalid_request` when the input's cursor is invalid */
  present(found: object, input: unknown): object;
}

function cursorIn(input: unknown): string | undefined {
  const { cursor } = input as { cursor?: unknown };
  if (cursor === undefined) return undefined;
  if (typeof cursor !== 'string') throw invalid('cursor', 'Send `cursor` as text: `next_cursor` of the page before.');
  return cursor;
}

/** Returns how the tool of an operation presents a result. A presentation is made once for the same result. */
export function presenterOf(name: OperationName): Presenter {
  const { input, output } = operations[name];
  const own = presentations[name];
  const listed = own?.unlisted === undefined ? input : (input as z.ZodObject).omit(own.unlisted);
  const known = new WeakMap<object, object>();
  return {
    input: own?.input === undefined ? listed : listed.extend(own.input.shape),
    output: own?.output ?? output,
    present(found, given) {
      const cursor = own?.input === undefined ? undefined : cursorIn(given);
      const made =
        (cursor === undefined ? known.get(found) : undefined) ?? own?.present(found, cursor) ?? visibleJson(found);
      if (cursor === undefined) known.set(found, made);
      return made;
    },
  };
}
