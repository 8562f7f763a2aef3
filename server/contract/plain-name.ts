/**
 * Returns whether a name has only one spelling: two names that look alike must not be two reviews, or share a check.
 */
export const isPlainName = (name: string): boolean =>
  name === name.normalize('NFKC').trim() &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\s\s/u.test(name);
