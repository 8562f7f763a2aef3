/** How passages are searched: the site's builder writes the index, and its script reads it, with the same options. */
export const searchOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
};
