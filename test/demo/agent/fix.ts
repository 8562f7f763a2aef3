import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Input, Output } from '../../../server/contract/client.ts';
import type { OperationName } from '../../../server/contract/index.ts';
import type { Review } from '../../../server/contract/review.ts';
import type { Fix } from './rules.ts';
import { chooseFix } from './rules.ts';

/** Where the fixed site can be seen. */
export interface Published {
  /** The commit that holds the fixes. */
  revision: string;
  /** Addresses of its pages, in the order of the earlier pass. */
  pages: string[];
}

export interface AgentOptions {
  serviceUrl: string;
  /** A try token. */
  token: string;
  /** The review in which changes were requested. */
  reviewId: string;
  /** Working copy of the site. */
  siteDir: string;
  /** Commits and pushes the working copy. In CI that starts the next pass; else it also gives the preview. */
  publish: () => Promise<Published>;
  /** The agent opens the next pass itself; false where the push does. */
  openPass: boolean;
  log?: (line: string) => void;
}

export interface AgentResult {
  /** Marks reported resolved. */
  fixed: number[];
  /** Marks it could not act on. */
  unclear: number[];
  published: Published | null;
  nextReview: Review | null;
}

/** Reads the work packets, edits the site, reports, publishes: what a coding agent does over MCP, without a model. */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { log = () => {} } = options;
  const client = new Client({ name: 'fixing-agent', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${options.serviceUrl}/mcp/sightline`), {
      authProvider: { token: async () => options.token },
    }),
  );
  try {
    const review = await call(client, 'get_review', { id: options.reviewId });
    log(`Read pass ${review.pass}: ${review.work_packets.pins.length} work packets.`);
    const { fixed, unclear } = await applyFixes(review, options.siteDir, log);
    await report(client, review, fixed, unclear);
    if (fixed.size === 0) return { fixed: [], unclear, published: null, nextReview: null };
    const published = await options.publish();
    log(`Published ${published.revision.slice(0, 7)}.`);
    const nextReview = options.openPass ? await openPass(client, review, published, [...fixed.values()]) : null;
    return { fixed: [...fixed.keys()], unclear, published, nextReview };
  } finally {
    await client.close();
  }
}

async function applyFixes(
  review: Review,
  siteDir: string,
  log: (line: string) => void,
): Promise<{ fixed: Map<number, string>; unclear: number[] }> {
  const fixed = new Map<number, string>();
  const unclear: number[] = [];
  const applied = new Set<Fix>();
  for (const packet of review.work_packets.pins) {
    const fix = chooseFix(packet);
    if (fix === null) {
      unclear.push(packet.mark_id);
      continue;
    }
    const file = join(siteDir, fix.file);
    const before = await readFile(file, 'utf8');
    const after = fix.apply(before);
    if (after === before && !applied.has(fix)) {
      // An earlier pass did this already, and it was not what the person meant.
      unclear.push(packet.mark_id);
      continue;
    }
    await writeFile(file, after);
    applied.add(fix);
    fixed.set(packet.mark_id, fix.note);
    log(`Mark ${packet.mark_id}: ${fix.note}`);
  }
  return { fixed, unclear };
}

/** Before the push: the next pass takes along what is known when it opens. */
async function report(client: Client, review: Review, fixed: Map<number, string>, unclear: number[]): Promise<void> {
  const marks: Input<'resolve_marks'>['marks'] = [...fixed].map(([id, note]) => ({ id, status: 'resolved', note }));
  for (const id of unclear) marks.push({ id, status: 'in_progress', note: 'I cannot tell what to change: say more.' });
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

/** Calls one tool. @throws Error with the tool's own words when it refuses */
async function call<Name extends OperationName>(client: Client, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const result = await client.callTool({ name, arguments: { ...input } });
  if (result.isError === true || result.structuredContent === undefined) {
    const words = result.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    throw new Error(`The tool ${name} refused: ${words}`);
  }
  // The client has checked it against the tool's output schema.
  return result.structuredContent as Output<Name>;
}
