import { z } from 'zod';
import { BaselineName, NoiseRule } from './base.ts';
import { Id, Timestamp } from './common.ts';
import { Problem, Screenshot } from './review.ts';
import { ShardsSent } from './source.ts';

export const BaselineStatus = z.enum(['preparing', 'complete', 'failed']);

export const BaselineScreenshot = Screenshot.pick({
  index: true,
  label: true,
  url: true,
  thumbnail_url: true,
  width: true,
  height: true,
  viewport: true,
  page_url: true,
  notices: true,
  notice_codes: true,
  sha256: true,
});

/** The accepted screenshots of one commit. */
export const Baseline = z.object({
  id: Id,
  ...BaselineName,
  commit: z.string(),
  status: BaselineStatus.describe('Reviews are compared with complete ones only'),
  created_at: Timestamp,
  expires_at: Timestamp.nullable().describe('When it is deleted; null while it is the newest one of its branch'),
  shards: ShardsSent.nullable().describe('The jobs that send the screenshots; null when one client sends all'),
  problems: z.array(Problem),
  screenshots: z.array(BaselineScreenshot),
});
export type Baseline = z.infer<typeof Baseline>;

/** A label whose screenshot differs although the same commit was shown. */
export const UnstableLabel = z.object({
  label: z.string(),
  commit: z.string().describe('The commit that was shown'),
  variants: z.int().describe('How many different screenshots it had'),
  runs: z.int().describe('How many baselines and passes showed it'),
  last_seen_at: Timestamp,
});
export type UnstableLabel = z.infer<typeof UnstableLabel>;

export const BaselineSummary = Baseline.omit({ screenshots: true, problems: true, shards: true }).extend({
  screenshot_count: z.int(),
});
export type BaselineSummary = z.infer<typeof BaselineSummary>;

/** A repository that has baselines, with the newest one of each name and branch. */
export const Repository = z.object({
  repository: z.string(),
  title: z.string().describe('Its `owner/name` where jobs sign in without a token; otherwise `repository`'),
  names: z.array(
    z.object({
      name: z.string(),
      baselines: z.array(BaselineSummary).describe('The newest of each branch, the newest first'),
      noise: z.array(NoiseRule).describe('The noise rules in force, those that expire first first'),
      unstable: z.array(UnstableLabel).describe('What varied between runs of one commit in the last 30 days'),
    }),
  ),
});
export type Repository = z.infer<typeof Repository>;
