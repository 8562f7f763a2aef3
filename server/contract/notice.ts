import { z } from 'zod';
import { Text } from './common.ts';

/** What a notice is about. Its sentence is for people and may change; its code stays. */
export const noticeCodes = [
  // The page or email shows nothing, or lacks resources that it needs; shown before everything else
  'blank',
  'failed_stylesheets',
  'failed_scripts',
  'failed_fonts',
  'failed_images',
  'failed_frames',
  'failed_videos',
  'failures_incomplete',
  // What the screenshot lacks
  'cut_below',
  'cut_right',
  'pages_not_shown',
  'inner_scroll',
  'slides_hidden',
  'shown_on_scroll',
  'opened_on_scroll',
  'background_cut',
  'still_loading',
  'elements_incomplete',
  'facts_incomplete',
  // What the page does
  'redirected',
  'leaves',
  'changes_by_itself',
  'no_viewport_tag',
  'wider_than_screen',
  'mask_invalid',
  'mask_unmatched',
  'mask_removed',
  // About emails
  'amp',
  'odd_source',
  'attached_images',
  'placeholder_images',
  'unreachable_images',
  'tracker_images',
  'scripts_left_out',
  'embedded_left_out',
  'forms',
  'meta_refresh',
  // Stored before there were codes
  'other',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

/** What people should know about a screenshot, in one or more sentences. */
export const Notice = z.object({ code: z.enum(noticeCodes), message: Text.min(1).max(1000) });
export type Notice = z.infer<typeof Notice>;
