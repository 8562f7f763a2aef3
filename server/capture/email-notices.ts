import type { RemoteFailure } from './email-remote.ts';
import { hostOf } from './failure.ts';
import type { EmailFacts } from './in-page/email-facts.ts';

const mostHosts = 5;

/** `1 image is …`, `3 images are …` */
function many(count: number, one: string, more: string): string[] {
  return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`];
}

function failureWords(failures: readonly RemoteFailure[]): string[] {
  const kinds: [string, RegExp][] = [
    ['image', /^image$/],
    ['stylesheet', /^stylesheet$/],
    ['font', /^font$/],
  ];
  return kinds.flatMap(([kind, pattern]) => {
    const these = failures.filter((failure) => pattern.test(failure.kind));
    if (these.length === 0) return [];
    // By name, not as they came in: the same email is told the same twice.
    const inOrder = these.toSorted((a, b) => (a.url < b.url ? 1 : -1));
    const reasons = new Map(inOrder.map(({ url, reason }) => [hostOf(url), reason]));
    const places = [...reasons].map(([host, reason]) => `${host} (${reason})`).sort();
    const named = places.slice(0, mostHosts).join(', ');
    const rest = places.length > mostHosts ? ` and ${places.length - mostHosts} more` : '';
    const what = these.length === 1 ? `1 ${kind}` : `${these.length} ${kind}s`;
    return [`${what} could not be loaded: ${named}${rest}.`];
  });
}

/** What a person should know about an email beside its picture, what matters most first. */
export function emailNotices(facts: EmailFacts, failures: readonly RemoteFailure[]): string[] {
  const known = new Set(failures.map(({ url }) => url));
  const wrong = facts.broken
    .filter((url) => !known.has(url))
    .map((url) => ({ url, kind: 'image', reason: 'not a picture' }));
  return [
    ...(facts.blank ? ['Nothing can be seen in this email.'] : []),
    ...(facts.amp ? ['This is an AMP email: its interactive parts do not run here. Send the HTML part as well.'] : []),
    ...failureWords([...failures, ...wrong]),
    ...many(
      facts.cid,
      'image is an attachment (cid:) and cannot be shown.',
      'images are attachments (cid:) and cannot be shown.',
    ),
    ...many(
      facts.placeholders,
      'image address is still a placeholder of the template.',
      'image addresses are still placeholders of the template.',
    ),
    ...many(
      facts.unreachable,
      'image has no http(s) address, so nobody who gets this email sees it.',
      'images have no http(s) address, so nobody who gets this email sees them.',
    ),
    ...(facts.scripts > 0 ? ['Scripts do not run in email and were left out.'] : []),
    ...(facts.embedded > 0 ? ['Frames, videos and plugins do not show in email and were left out.'] : []),
    ...(facts.fields > 0 ? ['Forms do not work in most mail clients.'] : []),
    ...many(
      facts.trackers,
      'image of 1 × 1 px was loaded from elsewhere, as trackers use.',
      'images of 1 × 1 px were loaded from elsewhere, as trackers use.',
    ),
  ];
}
