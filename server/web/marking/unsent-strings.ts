/** Separate from the other strings, because only the reviewer's page shows them. */
export const unsentNote = {
  mark: 'Not sent.',
  change: 'This change is not sent.',
  deletion: 'Its deletion is not sent.',
  fixStays: 'It was reported as fixed; deleting the mark does not undo the fix.',
  fixedBefore: 'It was reported as fixed before you changed it; sending the change asks for it again.',
};
