import { PER_CLIENT } from '../../api/mcp/index.ts';
import { MAX_PER_LINK } from '../../api/page/events.ts';
import type { Operation } from '../../contract/define-operation.ts';
import { countedWith, operations } from '../../contract/index.ts';
import { MAX_WAIT_SECONDS } from '../../contract/review.ts';
import { ACCESS_SECONDS, CODE_MS, JOINED_MS, REFRESH_MS, REPEAT_MS } from '../../domain/connection/rules.ts';
import { MAX_SUGGESTION_REPLIES } from '../../domain/reply/add-reply.ts';
import { LIFETIME_DAYS, MAX_SHOTS } from '../../domain/review/rules.ts';
import { MAX_PDF_PAGES } from '../../domain/shot/rules.ts';
import { MAX_PENDING } from '../../domain/suggestion/rules.ts';
import { GRACE_MS, TRY_TOKEN_DAYS } from '../../domain/token/rules.ts';
import { LIFETIME_MS, MAX_LIVING, MAX_LIVING_BYTES } from '../../domain/upload/rules.ts';
import {
  EXCHANGE_TIMEOUT_MS,
  MAX_ANSWER_BYTES,
  PAUSE_AFTER_FAILURES,
  RETRY_AFTER_SECONDS,
} from '../../domain/webhook/rules.ts';
import { limitText } from './operations.ts';
import { code, table } from './table.ts';

const number = (value: number): string => value.toLocaleString('en');
const minutes = (ms: number): string => `${number(ms / 60_000)} min`;
const days = (ms: number): string => `${number(ms / 86_400_000)} days`;

function sharedWith(operation: Operation): string {
  const others = countedWith(operation).map(code);
  return others.length === 0 ? '' : `, together with ${others.join(' and ')}`;
}

function rates(): string {
  const rows = Object.values<Operation>(operations)
    .filter(({ limits }) => limits.length > 0)
    .map((each) => [code(each.name), each.actor, each.limits.map(limitText).join(', ') + sharedWith(each)]);
  return table(
    ['operation', 'counted per', 'limit'],
    [['all MCP requests together', 'client', limitText(PER_CLIENT)], ...rows],
  );
}

const constants = (): string =>
  table(
    ['what', 'limit'],
    [
      ['screenshots of a review', number(MAX_SHOTS)],
      ['pages shown of a PDF', number(MAX_PDF_PAGES)],
      ['lifetime of a review', `${LIFETIME_DAYS} days`],
      ['pending suggestions of guests, per review', number(MAX_PENDING)],
      ['replies below a suggestion', number(MAX_SUGGESTION_REPLIES)],
      ['open pages of one link that receive live updates, per process', number(MAX_PER_LINK)],
      ['`wait_for_decision` waits', `at most ${MAX_WAIT_SECONDS} s`],
      ['lifetime of an upload’s address', minutes(LIFETIME_MS)],
      ['uploads of a workspace at a time', `${MAX_LIVING}, together ${number(MAX_LIVING_BYTES / 1_000_000)} MB`],
      [
        'lifetime of a try token',
        `${TRY_TOKEN_DAYS} days; ${minutes(GRACE_MS)} more after \`rotate_token\` replaces it`,
      ],
      ['lifetime of an access token', minutes(ACCESS_SECONDS * 1000)],
      [
        'lifetime of a refresh token',
        `${days(REFRESH_MS)}, for one use; repeated within ${number(REPEAT_MS / 1000)} s`,
      ],
      ['lifetime of an authorization code', minutes(CODE_MS)],
      ['lifetime of a connection by GitHub sign-in', days(JOINED_MS)],
      [
        'answer of a webhook’s receiver',
        `within ${EXCHANGE_TIMEOUT_MS / 1000} s; the first ${number(MAX_ANSWER_BYTES)} bytes are read`,
      ],
      ['retries of a webhook', `${RETRY_AFTER_SECONDS.map((seconds) => `${seconds} s`).join(', ')} after a failure`],
      ['consecutive failures that pause a webhook', number(PAUSE_AFTER_FAILURES)],
    ],
  );

export const limits = (): string => `## Requests\n\n${rates()}\n\n## Other limits\n\n${constants()}`;
