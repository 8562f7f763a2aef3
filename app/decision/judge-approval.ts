import type { Settings } from '../settings/file.ts';

const signIn = 'Signing in with GitHub is not offered here yet, so such an approval cannot be given.';

/**
 * Why an approval does not count in this repository, or null when it does. `login` is whom the App vouched for, null
 * for whoever had the link; `author` opened the pull request.
 */
export function judgeApproval(
  settings: Pick<Settings, 'approvers' | 'notAuthor'>,
  login: string | null,
  author: string | null,
): string | null {
  const { approvers, notAuthor } = settings;
  if (approvers === 'unknown') {
    return '`.github/sightline.yml` does not say in a way that can be read whose approval counts. Until it is mended, nobody\u2019s does.';
  }
  if (approvers === 'link' && !notAuthor) return null;
  if (login === null) {
    const whom =
      approvers === 'link'
        ? 'a person who is known by a sign-in and is not the pull request\u2019s author'
        : approvers === 'write'
          ? 'a person who signed in and may write to this repository'
          : `a person who signed in and is a member of \`${approvers.slice(5)}\``;
    return `This repository takes the approval of ${whom}. The link alone does not prove that. ${signIn}`;
  }
  if (notAuthor && (author === null || login.toLowerCase() === author.toLowerCase())) {
    return 'This repository does not take the approval of the pull request\u2019s own author.';
  }
  // Who signed in is known; whether they may approve has to be asked of GitHub, and nothing asks yet.
  return approvers === 'link' ? null : `Whether this person may approve (\`${approvers}\`) was not looked up.`;
}
