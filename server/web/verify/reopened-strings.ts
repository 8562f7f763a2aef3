/** Separate from the other strings, because this one is needed before the list of marks to verify. */
export const reopened = {
  nowReply: (id: number) =>
    `Mark ${id} is no longer reported as fixed. What you wrote is now a reply to it, not sent yet.`,
};
