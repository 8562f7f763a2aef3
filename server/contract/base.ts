import { z } from 'zod';
import { Cause } from './cause.ts';
import { MAX_CAUSES } from './cause-limit.ts';
import { Fraction, Id, Text, Timestamp } from './common.ts';
import { Viewport } from './source.ts';

/** The baselines of a repository: which of its reviews, and on which branch. */
export const BaselineName = {
  repository: Text.min(1).max(200).describe('Such as `shop/web`; the same in every request'),
  name: Text.min(1).max(100).describe('The name of the review in the repository'),
  branch: Text.min(1).max(255).describe('A branch whose state counts as accepted'),
};

const Commit = Text.min(7).max(64);

/** A pass that was approved and then merged as another commit, by squashing for example. */
const MergedPass = z.object({
  reference: Text.min(1).max(200).describe('The reference of its review'),
  revision: Commit.describe('The commit that it showed'),
  pull_request: z.int().min(1),
});

export const BaseCandidate = z.object({
  commit: Commit,
  merged: MergedPass.optional().describe('Used where the commit has no baseline: the pass approved before the merge'),
});
export type BaseCandidate = z.infer<typeof BaseCandidate>;

/** What a pass is to be compared with. */
export const BaseRequest = z.object({
  ...BaselineName,
  commits: z
    .array(BaseCandidate)
    .max(100)
    .describe('The merge base, then its first-parent ancestors; the first that has a baseline is used'),
});
export type BaseRequest = z.infer<typeof BaseRequest>;

/** What a pass is compared with, and why. It says what merging would change; `parent_id` says what the fix changed. */
export const Base = z.object({
  ...BaselineName,
  id: Id.nullable().describe('The baseline, or the approved pass; null while there is none'),
  kind: z.enum(['baseline', 'approved_pass', 'none']),
  commit: z.string().nullable(),
  distance: z.int().nullable().describe('How many commits it is before the merge base'),
  reason: z.string().describe('Why this one, for people: `3 commits before the merge base`'),
  compared: z.boolean().describe('Whether every screenshot has been compared with it'),
});
export type Base = z.infer<typeof Base>;

/** A decision that approved the same change. */
export const EarlierApproval = z.object({
  review_id: Id,
  reference: z.string().nullable(),
  revision: z.string().nullable(),
  outcome: z
    .enum(['approved', 'changes_requested'])
    .describe('`changes_requested`: its reviewer accepted this change and asked for others (`accepted` of `decide`)'),
  decided_by: z.string().nullable(),
  verified_login: z.string().nullable(),
  decided_at: Timestamp,
});
export type EarlierApproval = z.infer<typeof EarlierApproval>;

/** An area that differs between two images, in fractions of the newer one. */
export const ComparedArea = z.object({
  x: Fraction,
  y: Fraction,
  width: Fraction,
  height: Fraction,
  kind: z.enum(['changed', 'added', 'removed']).describe('`removed` has no height: rows were removed there'),
  share: Fraction.describe('Changed pixels of the whole screenshot’s'),
});

/** An area and why it changed. */
export const ExplainedArea = ComparedArea.extend({
  causes: z
    .array(Cause)
    .max(MAX_CAUSES)
    .describe('Best first; empty where the elements of both captures do not tell, as of plain images'),
});

/** A person's statement that differences of one label need no look, within the areas that differed then. */
export const NoiseRule = z.object({
  id: Id,
  label: z.string(),
  reason: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp.describe('From then on the differences count again'),
  approved_in: EarlierApproval.nullable().describe(
    'The approval that put it into force; null while the review in which it was made is undecided: it counts there alone',
  ),
});
export type NoiseRule = z.infer<typeof NoiseRule>;

const BaseImage = z.object({
  label: z.string(),
  url: z.url(),
  thumbnail_url: z.url(),
  width: z.int().describe('Pixels'),
  height: z.int().describe('Pixels'),
  viewport: Viewport.nullable(),
  tile_height: z.int().nullable().describe('As of a screenshot'),
  sha256: z.string(),
});

export const BaseChange = z.object({
  kind: z.enum(['new', 'identical', 'changed']),
  share: Fraction.nullable().describe('Share of changed pixels; content that only moved up or down does not count'),
  diff_url: z.url().nullable(),
  areas: z.array(ExplainedArea).describe('Where it changed, from top to bottom, at most 50'),
  before: BaseImage.nullable().describe('The same label, or PDF page, in the base'),
  approved_in: EarlierApproval.nullable().describe('Where the same change was approved before'),
  noise: z
    .array(NoiseRule)
    .describe('The rules of which each is a reason why the change needs no look, at most five; empty when it does'),
});
export type BaseChange = z.infer<typeof BaseChange>;

/** A screenshot of the base, or without one of the previous pass, that the pass no longer has. */
export const RemovedScreenshot = z.object({
  ...BaseImage.shape,
  approved_in: EarlierApproval.nullable().describe('Where its removal was approved before'),
});
export type RemovedScreenshot = z.infer<typeof RemovedScreenshot>;
