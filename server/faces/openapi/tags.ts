import type { RestOperationName } from '../../contract/index.ts';

/** The nouns of the service, in the order in which a newcomer meets them. */
export const tags = [
  { name: 'Workspace', description: 'The token, the credits and everything a workspace holds.' },
  { name: 'Reviews', description: 'One pass each: what is shown, who decided what, and what to do next.' },
  { name: 'Screenshots', description: 'The pictures of a review.' },
  {
    name: 'Findings',
    description: 'Hints beside the shots, from a client or from the second opinion. They are not marks.',
  },
  { name: 'Marks', description: 'What the reviewer marked, for the agent that fixes it.' },
  { name: 'Webhooks', description: 'Where decisions are sent, and what became of each delivery.' },
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

type Tag = (typeof tags)[number]['name'];

export const tagOf: Record<RestOperationName, Tag> = {
  create_try_token: 'Workspace',
  get_checklist: 'Findings',
  update_checklist: 'Findings',
  get_billing: 'Workspace',
  list_connections: 'Workspace',
  end_connection: 'Workspace',
  open_workspace: 'Workspace',
  enter_workspace: 'Workspace',
  rotate_token: 'Workspace',
  export_workspace: 'Workspace',
  delete_workspace: 'Workspace',
  create_review: 'Reviews',
  get_review: 'Reviews',
  list_reviews: 'Reviews',
  cancel_review: 'Reviews',
  delete_review: 'Reviews',
  create_upload: 'Screenshots',
  add_screenshot: 'Screenshots',
  add_findings: 'Findings',
  second_opinion: 'Findings',
  resolve_marks: 'Marks',
  list_deliveries: 'Webhooks',
  resume_webhook: 'Webhooks',
  redeliver: 'Webhooks',
  read_review: 'Reviewer',
  place_mark: 'Reviewer',
  edit_mark: 'Reviewer',
  withdraw_mark: 'Reviewer',
  restore_mark: 'Reviewer',
  verify_mark: 'Reviewer',
  reopen_mark: 'Reviewer',
  accept_finding: 'Reviewer',
  hide_finding: 'Reviewer',
  restore_finding: 'Reviewer',
  accept_suggestion: 'Reviewer',
  dismiss_suggestion: 'Reviewer',
  restore_suggestion: 'Reviewer',
  identify: 'Reviewer',
  decide: 'Reviewer',
  withdraw_review: 'Reviewer',
  restore_review: 'Reviewer',
  read_guest_review: 'Guest',
  read_own_suggestions: 'Guest',
  suggest: 'Guest',
  edit_suggestion: 'Guest',
  withdraw_suggestion: 'Guest',
};
