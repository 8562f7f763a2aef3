import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Input, Output } from '../../../server/contract/client.ts';
import type { OperationName } from '../../../server/contract/index.ts';
import type { Review } from '../../../server/contract/review.ts';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { type Choice, chooseFix } from './rules.ts';

/** The published fix. */
export interface Published {
  /** The commit that contains the fixes. */
  revision: string;
  /** The addresses of its pages, in the order of the earlier pass. */
  pages: string[];
}

export interface AgentOptions {
  serviceUrl: string;
  /** A try token. */
  token: string;
  /** The review in which changes were requested. */
  reviewId: string;
  /** The working copy of the site. */
  siteDir: string;
  /** Commits and pushes the working copy. In CI that starts the next pass; otherwise it also returns the preview. */
  publish: () => Promise<Published>;
  /** Whether the agent opens the next pass itself; false where the push does. */
  openPass: boolean;
  /** Decides what to do about a mark. */
  choose?: (packet: WorkPacket) => Choice;
  /** Receives each step. */
  say?: (line: string) => void;
}

export interface AgentResult {
  /** What was done, by the id of each mark that was reported resolved. */
  fixed: Map<number, string>;
  /** Why nothing was changed, by the id of each mark that was left open. */
  declined: Map<number, string>;
  nextReview: Review | null;
}

/** Reads the work packets, edits the site, reports and publishes, like a coding agent over MCP, but without a model. */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { choose = chooseFix, say = () => {} } = options;
  const client = new Client({ name: 'fixing-agent', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${options.serviceUrl}/mcp/sightline`), {
      authProvider: { token: async () => options.token },
    }),
  );
  try {
    const review = await call(client, 'get_review', { id: options.reviewId });
    const { fixed, declined } = await applyFixes(review, options.siteDir, choose);
    say(`Reads the marks over MCP: ${review.work_packets.pins.length}`);
    await report(client, review, fixed);
    for (const [mark, note] of fixed) say(`Reports mark ${mark} resolved: ${note}`);
    for (const [mark, note] of declined) say(`Leaves mark ${mark} open: ${note}`);
    if (fixed.size === 0) return { fixed, declined, nextReview: null };
    const published = await options.publish();
    const nextReview = options.openPass ? await openPass(client, review, published, [...fixed.values()]) : null;
    return { fixed, declined, nextReview };
  } finally {
    await client.close();
  }
}

async function applyFixes(
  review: Review,
  siteDir: string,
  choose: (packet: WorkPacket) => Choice,
): Promise<Pick<AgentResult, 'fixed' | 'declined'>> {
  const fixed = new Map<number, string>();
  const declined = new Map<number, string>();
  for (const packet of review.work_packets.pins) {
    const choice = choose(packet);
    if ('declined' in choice) {
      declined.set(packet.mark_id, choice.declined);
      continue;
    }
    const file = join(siteDir, choice.fix.file);
    await writeFile(file, choice.fix.apply(await readFile(file, 'utf8')));
    fixed.set(packet.mark_id, choice.fix.note);
  }
  return { fixed, declined };
}

/**
 * Reports what was fixed; any other mark stays as it is. Reports before the push, because the next pass copies the state
 * that is known when it opens.
 */
async function report(client: Client, review: Review, fixed: Map<number, string>): Promise<void> {
  const marks: Input<'resolve_marks'>['marks'] = [...fixed].map(([id, note]) => ({ id, status: 'resolved', note }));
  if (marks.length > 0) await call(client, 'resolve_marks', { id: review.id, marks });
}

async function openPass(client: Client, review: Review, published: Published, notes: string[]): Promise<Review> {
  const [first, ...further] = published.pages;
  if (first === undefined) throw new Error('There is no page to capture.');
  const next = await call(client, 'create_review', {
    title: review.title,
    context: notes.join('\n'),
    type: review.type,
    parent_id: review.id,
    revision: published.revision,
    capture_url: true,
    page_url: first,
  });
  for (const page of further) await call(client, 'add_screenshot', { id: next.id, capture_url: true, page_url: page });
  return next;
}

/** Calls one tool. @throws Error with the tool’s message when it refuses */
async function call<Name extends OperationName>(client: Client, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const result = await client.callTool({ name, arguments: { ...input } });
  if (result.isError === true || result.structuredContent === undefined) {
    const words = result.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    throw new Error(`The tool ${name} refused: ${words}`);
  }
  // The client has validated it against the tool’s output schema.
  return result.structuredContent as Output<Name>;
}
