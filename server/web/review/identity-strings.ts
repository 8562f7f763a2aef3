/** Separate from the other strings, because guests never sign in. */
export const identity = {
  as: (login: string) => `Deciding as @${login}, signed in with GitHub.`,
  signOut: 'Sign out',
  wait: 'Checking your GitHub sign-in…',
  failed: (why: string) => `You are not signed in, so a decision here is by the link alone. ${why}`,
  unreachable: 'The service did not answer. Open the review from its pull request again to sign in.',
  dismiss: 'Continue without',
  alsoApprove: (login: string) => `Approve as @${login}`,
  alsoAsk: (login: string) => `Request changes as @${login}`,
};
