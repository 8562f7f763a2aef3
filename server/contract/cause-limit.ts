/** As many causes of one area are kept, the best first, and as many styles of one cause. */
export const MAX_CAUSES = 5;
