/** Logins of agents that GitHub shows without `[bot]`. */
const agentLogins = ['copilot'];

/** The addresses that agents write into the commits that they author or co-author. */
const agentEmails = [
  'amp@ampcode.com',
  'cursoragent@cursor.com',
  'noreply@aider.chat',
  'noreply@anthropic.com',
  'noreply@openai.com',
  'noreply@opencode.ai',
];

const isAgentEmail = (email: string): boolean =>
  agentEmails.includes(email) || /(\[bot\]|\+copilot)@users\.noreply\.github\.com$/.test(email);

export const isAgentLogin = (login: string): boolean =>
  /\[bot\]$/i.test(login) || agentLogins.includes(login.toLowerCase());

/**
 * Returns whether a commit names an agent as its author or in a `Co-authored-by` trailer. Commits say what their author
 * wants, so an agent that leaves no trace counts as a person.
 */
export function isByAgent({ message, email }: { message: string; email: string | null }): boolean {
  const trailers = message.matchAll(/^co-authored-by:.*<([^<>\s]+)>\s*$/gim);
  return [email ?? '', ...[...trailers].map(([, address = '']) => address)].some((address) =>
    isAgentEmail(address.toLowerCase()),
  );
}
