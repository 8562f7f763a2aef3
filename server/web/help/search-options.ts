/** Options shared by the index that the builder writes and the script that reads it. */
export const searchOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
};
