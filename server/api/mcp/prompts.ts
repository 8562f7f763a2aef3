import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { abilityIn } from './abilities.ts';
import { withoutLinkSentence } from './app.ts';
import { latestIds, readReview, type ShownReview } from './reading.ts';
import { refuseRead } from './refusals.ts';
import type { Exchange } from './route.ts';
import { fenced, warning } from './untrusted.ts';

const steps = `Work through it like this:
1. Fix every entry of \`must_fix\` first, then the other marks. \`element.selectors\`, \`page_url\` and \`box_px\` show where a mark points; \`get_screenshot\` with \`mark\` shows it.
2. Report each mark with \`resolve_marks\`: \`resolved\` with a note of what you did, or \`in_progress\` with why not yet.
3. Take new screenshots and open the next pass: \`create_review\` with \`parent_id\`, the same labels, and give its review_url to the person.
4. \`wait_for_decision\`. Only the person decides.`;

const textOf = (review: ShownReview): string => {
  const { id, title, status, next_action, decision, work_packets: packets, next_cursor } = review;
  const isRejected = status === 'changes_requested' && next_action.action !== 'see_latest_pass';
  const task = isRejected
    ? `A person looked at review ${id} and requested changes.\n\n${steps}`
    : `Review ${id} asks for no fixes: its status is ${status}, and its next_action is ${next_action.action}, explained below.`;
  const more = isRejected && next_cursor !== null ? `\n\nMore marks: \`get_review\` with cursor ${next_cursor}.` : '';
  // Failures quote labels and pages, so no summary is put outside the fence.
  const data = isRejected ? { title, decision, ...packets } : { next_action, title, decision };
  return `${task}${more}\n\nThe words of the person and the page follow, fenced. ${warning}\n\n${fenced(data)}`;
};

/** Adds the prompts that a person picks in their client. */
export function addPrompts(server: McpServer, ports: Ports, exchange: Exchange<ClientActor>): void {
  const id = completable(z.string().max(100).describe('The review that asks for changes'), (begun) =>
    latestIds(ports, exchange.caller, begun),
  );
  server.registerPrompt(
    'fix_review',
    {
      title: 'Fix what the reviewer asked for',
      description: 'Reads the work packets of a review, fixes them, reports them and opens the next pass.',
      argsSchema: z.object({ id }),
    },
    async (given): Promise<GetPromptResult> => {
      try {
        const plain = textOf(await readReview(ports, exchange, given.id));
        const text = abilityIn(exchange) === 'shows-apps' ? withoutLinkSentence(plain) : plain;
        return { messages: [{ role: 'user', content: { type: 'text', text } }] };
      } catch (error) {
        throw refuseRead(ports, exchange.requestId, 'fix_review', null, error);
      }
    },
  );
}
