import type { Operation } from '../../contract/define-operation.ts';
import { operations } from '../../contract/index.ts';
import { MOST_WAIT_SECONDS } from '../../contract/wait-for-decision.ts';
import { ACCESS_SECONDS, CODE_MS, JOINED_MS, REFRESH_MS, REPEAT_MS } from '../../domain/connection/rules.ts';
import { LIFETIME_DAYS, MAX_SHOTS } from '../../domain/review/rules.ts';
import { MAX_PDF_PAGES } from '../../domain/shot/rules.ts';
import { MAX_PENDING } from '../../domain/suggestion/rules.ts';
import { GRACE_MS, TRY_TOKEN_DAYS } from '../../domain/token/rules.ts';
import { LIFETIME_MS, MOST_LIVING, MOST_LIVING_BYTES } from '../../domain/upload/rules.ts';
import {
  EXCHANGE_TIMEOUT_MS,
  MAX_ANSWER_BYTES,
  PAUSE_AFTER_FAILURES,
  RETRY_AFTER_SECONDS,
} from '../../domain/webhook/rules.ts';
import { PER_CLIENT } from '../../faces/mcp/index.ts';
import { MOST_OF_LINK } from '../../faces/page/events.ts';
import { limitText } from './operations.ts';
import { code, table } from './table.ts';

const number = (value: number): string => value.toLocaleString('en');
const minutes = (ms: number): string => `${number(ms / 60_000)} min`;
const days = (ms: number): string => `${number(ms / 86_400_000)} days`;

function rates(): string {
  const rows = Object.values<Operation>(operations)
    .filter(({ limits }) => limits.length > 0)
    .map(({ name, actor, limits }) => [code(name), actor, limits.map(limitText).join(', ')]);
  return table(
    ['operation', 'counted for each', 'most'],
    [['all of MCP together', 'client', limitText(PER_CLIENT)], ...rows],
  );
}

const constants = (): string =>
  table(
    ['what', 'limit'],
    [
      ['shots of a review', number(MAX_SHOTS)],
      ['pages of a PDF that are shown', number(MAX_PDF_PAGES)],
      ['a review lives for', `${LIFETIME_DAYS} days`],
      ['suggestions of guests that wait, a review', number(MAX_PENDING)],
      ['open pages of one link that are told of changes, in one process', number(MOST_OF_LINK)],
      ['`wait_for_decision` waits for', `${MOST_WAIT_SECONDS} s at most`],
      ['an upload’s address is good for', minutes(LIFETIME_MS)],
      ['uploads of a workspace at a time', `${MOST_LIVING}, ${number(MOST_LIVING_BYTES / 1_000_000)} MB together`],
      ['a try token lives for', `${TRY_TOKEN_DAYS} days; replaced by \`rotate_token\`, for ${minutes(GRACE_MS)} more`],
      ['an access token', minutes(ACCESS_SECONDS * 1000)],
      ['a refresh token', `${days(REFRESH_MS)}, used once; its answer is repeated for ${number(REPEAT_MS / 1000)} s`],
      ['an authorization code', minutes(CODE_MS)],
      ['a connection by GitHub sign-in', days(JOINED_MS)],
      [
        'a webhook’s receiver answers within',
        `${EXCHANGE_TIMEOUT_MS / 1000} s, ${number(MAX_ANSWER_BYTES)} bytes are read`,
      ],
      ['a webhook is tried again after', `${RETRY_AFTER_SECONDS.map((seconds) => `${seconds} s`).join(', ')}`],
      ['failures in a row that pause a webhook', number(PAUSE_AFTER_FAILURES)],
    ],
  );

export const limits = (): string => `## Requests\n\n${rates()}\n\n## Everything else\n\n${constants()}`;
