import { failureNotices } from './failed-notices.ts';
import type { FailedResource } from './failed-resources.ts';
import type { EmailIssues } from './in-page.ts';
import type { Notice, NoticeCode } from './notice.ts';

/** `1 image is …`, `3 images are …` */
function many(code: NoticeCode, count: number, one: string, more: string): Notice[] {
  if (count === 0) return [];
  return [{ code, message: count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}` }];
}

const when = (isTrue: boolean, code: NoticeCode, message: string): Notice[] => (isTrue ? [{ code, message }] : []);

/** Returns notices about what the email's screenshot does not show, the most important first. */
export function emailNotices(issues: EmailIssues, failures: readonly FailedResource[]): Notice[] {
  const known = new Set(failures.map(({ url }) => url));
  const wrong = issues.broken
    .filter((url) => !known.has(url))
    .map((url) => ({ url, kind: 'image' as const, reason: 'not an image' }));
  return [
    ...when(issues.blank, 'blank', 'Nothing can be seen in this email.'),
    ...when(
      issues.amp,
      'amp',
      'This is an AMP email: its interactive parts do not run here. Send the HTML part as well.',
    ),
    ...failureNotices([...failures, ...wrong]),
    ...many(
      'attached_images',
      issues.cid,
      'image is an attachment (cid:) and cannot be shown.',
      'images are attachments (cid:) and cannot be shown.',
    ),
    ...many(
      'placeholder_images',
      issues.placeholders,
      'image address is still a placeholder of the template.',
      'image addresses are still placeholders of the template.',
    ),
    ...many(
      'unreachable_images',
      issues.unreachable,
      'image has no http(s) address, so nobody who gets this email sees it.',
      'images have no http(s) address, so nobody who gets this email sees them.',
    ),
    ...when(issues.scripts > 0, 'scripts_left_out', 'Scripts do not run in email and were left out.'),
    ...when(
      issues.embedded > 0,
      'embedded_left_out',
      'Frames, videos and plugins do not show in email and were left out.',
    ),
    ...when(issues.fields > 0, 'forms', 'Forms do not work in most mail clients.'),
    ...many(
      'tracker_images',
      issues.trackers,
      'image of 1 × 1 px was loaded from elsewhere, as trackers use.',
      'images of 1 × 1 px were loaded from elsewhere, as trackers use.',
    ),
  ];
}
