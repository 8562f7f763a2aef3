/** The groups in which OpenAPI and the documentation list operations, in this order. */
export const groups = [
  { name: 'Reviews', description: 'One pass each: what is shown, who decided what, and what to do next.' },
  {
    name: 'Baselines',
    description: 'The accepted screenshots of a commit, with which the reviews of pull requests are compared.',
  },
  { name: 'Screenshots', description: 'The images of a review.' },
  {
    name: 'Findings',
    description: 'Notes beside the screenshots, from a client or from the second opinion. They are not marks.',
  },
  { name: 'Marks', description: 'What the reviewer marked, for the agent that fixes it.' },
  { name: 'Webhooks', description: 'Where decisions are sent, and the result of each delivery.' },
  { name: 'Workspace', description: 'The token, the credits and everything a workspace holds.' },
  {
    name: 'Reviewer',
    description:
      'What the page behind a review link does. The link is the credential; none of it is a tool for a model: only people decide.',
  },
  {
    name: 'Guest',
    description:
      'What the page behind a guest link does. Guests leave suggestions; the reviewer accepts or dismisses each.',
  },
] as const;
export type Group = (typeof groups)[number]['name'];
