import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { ErrorBody, ErrorCode } from '../../contract/error.ts';
import { describeFault } from '../../domain/describe-fault.ts';
import { DomainError } from '../../domain/failure.ts';
import type { Ports } from '../../domain/ports.ts';
import { toFailure } from '../failure.ts';

/** What a model should do about an error; the message explains what was wrong. */
const nextSteps: Partial<Record<ErrorCode, string>> = {
  not_found: 'Next: list_reviews names the reviews of this workspace. Another token’s reviews cannot be reached.',
  invalid_request: 'Next: fix what is named and call again. Nothing was changed.',
  invalid_state: 'Next: get_review shows the state of the review; do what its next_action names.',
  no_mark_changed: 'Next: read `skipped`, then get_review for the marks as they are now.',
  conflict:
    'Next: do what the message says; repeating the same call does not help. get_review shows the review as it is now.',
  too_large: 'Next: send less: smaller images, or fewer at once. create_upload takes files without base64.',
  insufficient_credits: 'Next: get_billing shows when credits renew. Tell the person; calling again does not help.',
  rate_limited: 'Next: wait `retry_after` seconds, then call again.',
  unavailable: 'Next: call again in a few seconds; create_review with the same client_request_id makes no second one.',
  unexpected: 'Next: call again once. If it fails again, tell the person and quote `request_id`.',
};

const deliveries = { invalid_state: 'Next: list_deliveries shows each attempt, and when the next one is due.' };

/** What to do instead, where a tool is about something other than the review. */
const nextStepsOf: Readonly<Record<string, typeof nextSteps>> = {
  get_baseline: {
    not_found: 'Next: list_baselines names the baselines of this workspace. Another token’s cannot be reached.',
  },
  redeliver: deliveries,
  resume_webhook: deliveries,
  reply_to_mark: {
    not_found: 'Next: get_review with the same id lists the marks; list_reviews names the reviews of this workspace.',
  },
};

function bodyOf(ports: Ports, requestId: string, what: string, error: unknown): ErrorBody {
  const failure = toFailure(error, requestId);
  if (failure.unexpected) {
    ports.log.error({ reqId: requestId, tool: what, err: describeFault(error) }, failure.advice ?? 'a tool failed');
  }
  return failure.body;
}

/** Returns a tool's error: the common error body of REST, MCP and OAuth, and what to do about it. */
export function refuseCall(ports: Ports, requestId: string, tool: string, error: unknown): CallToolResult {
  const body = bodyOf(ports, requestId, tool, error);
  const next = nextStepsOf[tool]?.[body.error] ?? nextSteps[body.error];
  const texts = [JSON.stringify(body), ...(next === undefined ? [] : [next])];
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}

/**
 * Returns an error of a prompt or resource, which the protocol reports as an error, because they have no result for it.
 */
export function refuseRead(
  ports: Ports,
  requestId: string,
  what: string,
  uri: string | null,
  error: unknown,
): ProtocolError {
  const { error: code, message } = bodyOf(ports, requestId, what, error);
  if (uri !== null && code === 'not_found') return new ResourceNotFoundError(uri, message);
  const ours = !(error instanceof DomainError);
  return new ProtocolError(ours ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams, message);
}
