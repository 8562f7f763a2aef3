const texts = new WeakMap<object, string>();

/** The JSON of a result that nobody changes any more; of the same object it is made once. */
export function jsonOf(result: object): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  texts.set(result, text);
  return text;
}
