const READABLE = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the text without space around it; empty when nothing in it can be seen, such as zero-width characters. */
export const trimText = (text: string): string => (READABLE.test(text) ? text.trim() : '');
