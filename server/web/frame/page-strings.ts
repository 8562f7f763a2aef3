const outcomes = { approved: 'approved', changes_requested: 'requested changes on' };

/** Separate from the other strings, because only a frame shows them. */
export const frameWords = {
  enlarge: 'Full screen',
  notify: 'Notify the agent',
  notSent: 'This app takes no messages from here. Write one to your agent, so that it continues.',
  /** What the agent's model reads. It has no words of people and no secrets. */
  decided: (id: string, outcome: keyof typeof outcomes) =>
    `A person ${outcomes[outcome]} the Sightline review ${id}. Call get_review with this id and do what its next_action says.`,
};
