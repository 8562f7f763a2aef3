import type { RestOperation } from '../../../server/contract/define-operation.ts';
import { restOperations } from '../../../server/contract/index.ts';
import type { Review } from '../../../server/contract/review.ts';
import { inputSchema, leastInput, pathFields } from '../../api/contract/support/minimal-input.ts';
import { snapshotOf } from '../../api/contract/support/snapshot.ts';
import { forgetLimits } from '../../api/support/sql.ts';
import { type rejectedReview, review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';

export const NOBODYS_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
export const NOBODYS_SECRET = 'a1B2'.repeat(11).slice(0, 43);

type Client = Awaited<ReturnType<TestService['newClient']>>;

/** Two workspaces: the owner's, whose ids are foreign to the other, and the other's, which sends the requests. */
export interface Strangers {
  service: TestService;
  owner: Client;
  other: Client;
  /** A review of the other workspace, without marks. */
  own: Review;
  /** Returns all rows of the owner's workspace as text. No request of the other may change them. */
  snapshot(): Promise<string[]>;
}

export async function newStrangers(service: TestService): Promise<Strangers> {
  const [owner, other] = [await service.newClient(), await service.newClient()];
  const own = await review(other);
  return { service, owner, other, own, snapshot: () => snapshotOf(service, owner.workspaceId) };
}

export const secretOf = (url: string): string => url.split('/').at(-1) ?? '';

/** Returns the ids and secrets of a review that only its workspace may know. */
export const idsOf = (made: Awaited<ReturnType<typeof rejectedReview>>, owner: Client): Record<string, string> => ({
  review: made.id,
  'workspace id': owner.workspaceId,
  'review link': secretOf(made.review_url),
  'guest link': secretOf(made.guest_share_url),
  'try token': owner.token,
});

/** Returns texts that resemble a link's secret. The secret itself is a credential, so it is not among them. */
export const almostLinksOf = (made: Review): Record<string, string> => ({
  'a longer link': `${secretOf(made.review_url)}x`,
  'half a link': secretOf(made.review_url).slice(0, 30),
  'a link in capitals': secretOf(made.review_url).toUpperCase(),
  capability: made.screenshots[0]?.url.split('/').at(-2) ?? '',
});

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Returns everything an answer says, except its date and the rest of its limits. */
export async function said(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => !/^(date|ratelimit-|retry-after|keep-alive)/.test(name));
  const body = (await answer.text()).replace(/"exported_at":"[^"]*"/, '"exported_at":""');
  return JSON.stringify([answer.status, headers, body]);
}

/** After how many requests the limits are forgotten; no limit is lower. */
const FORGET_EVERY = 5;
let asked = 0;

/** Returns the REST answer to the other workspace. `secret` takes the place of a link's secret. */
export async function ask(
  { service, other }: Strangers,
  operation: RestOperation,
  secret: string,
  fields: Record<string, unknown>,
): Promise<string> {
  asked += 1;
  if (asked % FORGET_EVERY === 0) await forgetLimits(service);
  const rest = { ...fields };
  const { method } = operation.rest;
  let path = operation.rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = asText(name === 'token' ? secret : rest[name]);
    delete rest[name];
    return encodeURIComponent(text);
  });
  const headers: Record<string, string> = { authorization: `Bearer ${other.token}` };
  const init: RequestInit = { method, headers };
  if (method === 'GET' || method === 'DELETE') {
    path += `?${new URLSearchParams(Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asText(value)])))}`;
  } else {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  return said(await fetch(service.url + path, init));
}

export const idRoutes = restOperations.filter((operation) => pathFields(operation).includes('id'));
export const linkRoutes = restOperations.filter(({ rest }) => rest.path.includes('{token}'));
export const idTools = restOperations.filter((operation) => operation.tool !== null && 'id' in operation.input.shape);

/** Ids for a field of a path that nobody has, and that may belong to somebody else. */
export const idsFor = (field: string, theirs: { id: string }): { nobodys: unknown; theirs: unknown[] } =>
  field === 'rule_id' ? { nobodys: NOBODYS_ID, theirs: [theirs.id] } : { nobodys: 99_999, theirs: [1, 2, 3] };

export const ownSecret = ({ own }: Strangers, operation: RestOperation): string =>
  secretOf(operation.rest.path.startsWith('/g/') ? own.guest_share_url : own.review_url);

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/**
 * Returns an id of the same form that nobody has. It differs before its last four characters, because ids made in
 * succession may count up in these. It is on the same side of `own` in the order of ids, because a list continues from
 * any id.
 */
export function nobodysLike(id: string, own: string): string {
  const step = id < own ? -1 : 1;
  for (let at = id.length - 5; at >= 0; at -= 1) {
    const other = DIGITS[DIGITS.indexOf(id[at]?.toUpperCase() ?? '') + step];
    if (other !== undefined) return id.slice(0, at) + other + id.slice(at + 1);
  }
  throw new Error(`Nothing lies beyond ${id}.`);
}

/** Returns each id field of a client's request outside its path, with an input that contains it. */
export function idFields({ own }: Strangers): { operation: RestOperation; name: string; input: object }[] {
  return restOperations
    .filter(({ actor }) => actor === 'client')
    .flatMap((operation) => {
      const more = operation.name === 'create_review' ? { images: ['AAAA'] } : {};
      const input = {
        ...leastInput(operation),
        ...more,
        ...(pathFields(operation).includes('id') ? { id: own.id } : {}),
      };
      return Object.entries(inputSchema(operation).properties ?? {})
        .filter(
          ([name, { type, anyOf = [] }]) =>
            !pathFields(operation).includes(name) &&
            name !== operation.idempotencyField &&
            [type, ...anyOf.map((each) => each.type)].includes('string') &&
            /_id$|^cursor$|^confirm$/.test(name),
        )
        .map(([name]) => ({ operation, name, input }));
    });
}
