import type {
  PrintedFinding,
  PrintedMark,
  PrintedPass,
  PrintedReview,
  PrintedScreenshot,
  PrintedSuggestion,
} from '../../domain/printed-review.ts';

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a time for people, in UTC. */
export const timeOf = (at: string | Date): string => `${dates.format(new Date(at))} UTC`;

type Decision = NonNullable<PrintedPass['decision']>;

export const statuses: Readonly<Record<PrintedReview['status'], string>> = {
  preparing: 'Screenshots are being made',
  open: 'Not decided yet',
  approved: 'Approved',
  changes_requested: 'Changes requested',
  superseded: 'Not decided: a later pass took its place',
  expired: 'Expired without a decision',
  failed: 'No screenshot could be made',
  cancelled: 'Withdrawn by its requester',
};

export const markStatuses: Readonly<Record<PrintedMark['status'], string>> = {
  open: 'open',
  in_progress: 'in progress',
  resolved: 'reported as fixed, not verified',
  verified: 'verified',
  reopened: 'not fixed yet',
  withdrawn: 'deleted',
};

export const positions: Readonly<Record<PrintedMark['position'], string | null>> = {
  exact: null,
  uncertain: 'Position uncertain: what was marked was not found again for certain.',
  element_removed: 'Element removed: what was marked is no longer on this screenshot.',
};

const severities = { a11y: 'accessibility', suggestion: 'suggestion', polish: 'polish' } as const;

/** Returns what kind of finding it is, and who or what found it. */
export function foundAs({ severity, source, foundBy }: PrintedFinding): string {
  const by = source === 'client' ? 'from the requester' : 'found automatically';
  const found = foundBy === 'model' ? 'found by a model: it may be wrong' : by;
  return severity === null ? found : `${severities[severity]} · ${found}`;
}

/** Returns what the reviewer made of a finding or a suggestion. */
export function becameOf({ status, mark }: Pick<PrintedFinding | PrintedSuggestion, 'status' | 'mark'>): string {
  if (status === 'hidden' || status === 'dismissed') return 'dismissed';
  if (status !== 'accepted') return 'not answered';
  return mark === null ? 'added as a mark' : `added as mark ${mark}`;
}

/** Returns who decided. */
export function whoOf({ verified_login: login, decided_by: name }: Decision): string {
  if (login !== null) return name === null ? `@${login}` : `@${login} (${name})`;
  return name === null ? 'no name given' : name;
}

/** Returns how they decided, and what that proves. */
export function howOf({ via, decided_by: name }: Decision): string {
  if (via === 'sign_in') return 'signed in with GitHub';
  const where = via === 'page' ? 'on the review page, with its link' : 'with the review’s link alone';
  return name === null ? where : `${where}; the name is not verified`;
}

/** Returns a share in percent; the smallest change is not 0 %. */
const percent = (share: number): string =>
  share > 0 && share < 0.001 ? 'under 0.1 %' : `${Math.min(99.9, Math.round(share * 1000) / 10)} %`;

/** Returns what became of a screenshot since the previous pass; null on a first pass. */
export function changeOf(change: PrintedScreenshot['change']): string | null {
  if (change === null) return null;
  if (change.kind === 'new') return 'new in this pass';
  if (change.kind === 'identical') return 'identical to the previous pass';
  return `${percent(change.share ?? 0)} of its pixels changed since the previous pass`;
}
