type Outcome = 'approved' | 'changes_requested';

const decided = {
  approved: 'was approved by a person, on its page',
  changes_requested: 'was decided by a person, on its page, who requested changes',
};

/** Separate from the other strings, because only a frame shows them. */
export const frameWords = {
  enlarge: 'Full screen',
  notify: 'Notify the agent',
  notSent: 'This app takes no messages from here. Write one to your agent, so that it continues.',
  /** What the agent's model reads. It has no words of people and no secrets. */
  decided: (id: string, outcome: Outcome) =>
    `The Sightline review ${id} ${decided[outcome]}. Call get_review with this id and do what its next_action says.`,
};
