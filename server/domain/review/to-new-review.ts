import type { Input } from '../../contract/client.ts';
import type { SourceKind } from '../../contract/source.ts';
import type { Price } from '../credit/pay.ts';
import type { Ports } from '../ports.ts';
import { newLinks } from './links.ts';
import { LIFETIME_DAYS } from './rules.ts';
import type { NewReview, ReviewRow } from './store.ts';
import { reviewAssociatedData } from './view.ts';

const DAY_MS = 86_400_000;

type Request = Input<'create_review'>;

/** Returns the webhook's address. A pass that sets none uses its parent's; null means none. */
function webhookOf(ports: Ports, { webhook_url: given }: Request, parent: ReviewRow | null): string | null {
  if (given !== undefined || !parent?.webhookUrl) return given ?? null;
  return ports.secrets.decrypt(parent.webhookUrl, reviewAssociatedData(parent.id, 'webhook')).toString();
}

/** Returns the row of a review that a request asks for, with new links. */
export function toNewReview(
  ports: Ports,
  input: Request,
  {
    id,
    source,
    parent,
    pageUrl,
    ready,
    price,
    now,
  }: {
    id: string;
    source: SourceKind;
    parent: ReviewRow | null;
    pageUrl: string | null;
    /** Whether every screenshot is already made */
    ready: boolean;
    price: Price;
    now: Date;
  },
): NewReview {
  const encrypt = (text: string) => new Uint8Array(ports.secrets.encrypt(text, reviewAssociatedData(id, 'webhook')));
  const hash = (text: string) => new Uint8Array(ports.secrets.hash(text));
  const webhook = webhookOf(ports, input, parent);
  // A first pass whose screenshots are made has nothing to carry over.
  const opensAtOnce = parent === null && ready;
  return {
    id,
    workspaceId: price.workspaceId,
    chainId: parent?.chainId ?? id,
    pass: (parent?.pass ?? 0) + 1,
    parentId: parent?.id ?? null,
    status: opensAtOnce ? 'open' : 'preparing',
    title: input.title,
    context: input.context || null,
    type: input.type ?? 'ui',
    source,
    pageUrl,
    reference: input.reference ?? parent?.reference ?? null,
    revision: input.revision ?? null,
    shards: input.shards ?? null,
    ...newLinks(ports, id).columns,
    webhookUrl: webhook === null ? null : encrypt(webhook),
    webhookUrlHash: webhook === null ? null : hash(webhook),
    creditsSpent: price.cost,
    creditsMonth: price.month,
    createdAt: now,
    openedAt: opensAtOnce ? now : null,
    expiresAt: new Date(now.getTime() + LIFETIME_DAYS * DAY_MS),
  };
}
