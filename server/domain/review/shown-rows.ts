import type { EarlierApproval } from '../../contract/base.ts';
import type { FindingRow, findingColumns } from '../finding/store.ts';
import type { Measured } from '../mark/criteria.ts';
import type { Place } from '../mark/rules.ts';
import type { markColumns, PlacedMark, placeColumns } from '../mark/store.ts';
import type { NoiseRow, noiseColumns } from '../noise/store.ts';
import type { ReplyRow, replyColumns } from '../reply/store.ts';
import type { ShotRow, shotColumns } from '../shot/store.ts';
import type { SuggestionRow, suggestionColumns } from '../suggestion/store.ts';
import type { decisionColumns, reviewColumns } from './statements.ts';
import type { DecisionRow, ReviewRow } from './store.ts';

/** A row as PostgreSQL writes it in JSON: bytes in hexadecimal after `\\x`, dates as text that `Date` parses. */
type InJson<Row, Names extends readonly (keyof Row)[]> = {
  [Name in Names[number]]: Row[Name] extends Date | Uint8Array
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

export type ShownRow = InJson<ReviewRow, typeof reviewColumns> & { hasWebhook: boolean };
export type ShownRequest = { status: string; label: string; problem: string | null; shots: number };
export type ShownShot = InJson<ShotRow, typeof shotColumns>;
export type ShownMark = InJson<PlacedMark, typeof markColumns> &
  InJson<PlacedMark, typeof placeColumns> & {
    place: Place;
    /** The screenshot it lay on in the previous pass */
    shotBefore: string | null;
    /** Its element there, without its markup */
    elementBefore: Measured | null;
  };
export type ShownReply = InJson<ReplyRow, typeof replyColumns> & {
  /** Its mark, or the mark that its suggestion became */
  markNumber: number | null;
};
export type ShownFinding = InJson<FindingRow, typeof findingColumns>;
export type ShownSuggestion = InJson<SuggestionRow, typeof suggestionColumns> & { place: Place };

export interface ShownApproval {
  /** The screenshot that it covers; of one that was removed, that of the base */
  shotId: string;
  reviewId: string;
  reference: string | null;
  revision: string | null;
  outcome: EarlierApproval['outcome'];
  decidedBy: string | null;
  verifiedLogin: string | null;
  decidedAt: string;
}

/** A noise rule, and the approval that put it into force; its fields are null while there is none. */
export type ShownNoise = InJson<NoiseRow, typeof noiseColumns> & {
  /** Whether it was made in this chain. */
  own: boolean;
  /** The approved review */
  approval: string | null;
  reference: string | null;
  revision: string | null;
  decidedBy: string | null;
  verifiedLogin: string | null;
  decidedAt: string | null;
};

export interface Whole {
  row: ShownRow;
  decision: InJson<DecisionRow, typeof decisionColumns> | null;
  requests: ShownRequest[];
  /** Those of the review, of its parent and of its base */
  shots: ShownShot[];
  marks: ShownMark[];
  /** Those of the chain's marks and suggestions, oldest first */
  replies: ShownReply[];
  findings: ShownFinding[];
  suggestions: ShownSuggestion[];
  /** The approved reviews that showed a change of this one against its base, one for each screenshot */
  approvals: ShownApproval[];
  /** The noise rules for labels that differ from the base, the expired ones included */
  noise: ShownNoise[];
  webhook: { paused: boolean; failureCount: number; lastError: string | null; lastDeliveredAt: string | null } | null;
}

export interface Listed {
  row: ShownRow;
  outstanding: number;
  awaiting: number;
  decidedAt: string | null;
  requests: ShownRequest[];
  /** The capability of its first screenshot; null while it has none */
  thumbnail: string | null;
  /** How many screenshots are made, while some are still awaited. */
  made: number;
}
