import type { Settings } from '../settings/file.ts';
import type { ReviewerAccess } from '../store/reviewer-access.ts';

export type Requirement = 'link' | 'read' | 'write' | `team:${string}` | 'unknown';
type Rules = Pick<Settings, 'approvers' | 'link'>;

/**
 * Returns the role that a person needs for their approval to count. Anybody can read a public repository and sign in,
 * so `link` means `write` there, unless its settings deliberately show the link to everybody.
 */
export function requirementOf(settings: Rules, isPrivate: boolean): Requirement {
  if (settings.approvers !== 'link') return settings.approvers;
  if (!isPrivate) return settings.link === 'direct' ? 'link' : 'write';
  return settings.link === 'sign-in' ? 'read' : 'link';
}

/** Returns to whom `checkAccess` shows a review, in words that begin a sentence. */
export function describeVisitors(asked: Requirement): string {
  if (asked === 'write' || asked === 'unknown') return 'Everybody who may write to this repository';
  return asked.startsWith('team:')
    ? `Every member of \`${asked.slice(5)}\` who can read this repository`
    : 'Everybody who can read this repository';
}

const whom = (asked: Requirement): string => {
  if (asked === 'write') return 'a person who signed in with GitHub and may write to this repository';
  if (asked.startsWith('team:')) return `a person who signed in with GitHub and is a member of \`${asked.slice(5)}\``;
  return 'a person who signed in with GitHub';
};

/**
 * Returns why an approval does not pass the check, in words, or null when it does.
 * `decision.verified_login` is the person the service knows from the App's assertion, null for a person who only had
 * the link. `access` is what GitHub reported about that person when the App made the assertion (`findReviewerAccess`);
 * without it a login proves nothing. `authors` are the authors of the commits, in lower case (`listAuthors`).
 */
export function mayPass(
  settings: Rules & Pick<Settings, 'notAuthor'>,
  decision: { verified_login: string | null },
  pull: { private: boolean; authors: readonly string[] },
  access: ReviewerAccess | null,
): string | null {
  const asked = requirementOf(settings, pull.private);
  if (asked === 'unknown') {
    return '`.github/sightline.yml` does not say in a way that can be read whose approval counts. Until it is fixed, nobody\u2019s does.';
  }
  if (asked === 'link' && !settings.notAuthor) return null;
  const login = decision.verified_login?.toLowerCase() ?? null;
  if (login === null || access?.login.toLowerCase() !== login) {
    const other = settings.notAuthor ? ', and is not the pull request\u2019s author,' : '';
    return `This repository takes the approval of ${whom(asked)}${other} alone. The link does not prove that: open the review from the pull request\u2019s comment, sign in and approve.`;
  }
  if (settings.notAuthor && (access.isAuthor || pull.authors.includes(login))) {
    return 'This repository does not take the approval of the pull request\u2019s own author, nor of who pushed its commit or opened another pull request with it.';
  }
  const isWhom = asked === 'write' ? access.mayWrite : !asked.startsWith('team:') || access.team === asked.slice(5);
  return isWhom
    ? null
    : `This repository takes the approval of ${whom(asked)}; the person who approved is not known to be one. If they are, they sign in from the pull request\u2019s comment again.`;
}
