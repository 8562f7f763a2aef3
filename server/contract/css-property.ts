/** Properties that begin with the name of another one that does not set them */
const apart =
  /^border-(?:.+-)?(?:radius|collapse|spacing)$|^flex-(?:direction|wrap|flow)$|^font-(?:palette|synthesis.*)$|^overflow-(?:wrap|anchor)$|^outline-offset$|^background-blend-mode$|^(?:clip|color|content|display|fill|perspective|position|stroke|transform)-/;

/** What shorthands set that does not begin with their names */
const parts: Record<string, RegExp> = {
  all: /^(?!--|direction$|unicode-bidi$)/,
  'border-color': /^border-\w+-color$/,
  'border-radius': /^border-\w+-\w+-radius$/,
  'border-style': /^border-\w+-style$/,
  'border-width': /^border-\w+-width$/,
  'flex-flow': /^flex-(?:direction|wrap)$/,
  font: /^line-height$/,
  gap: /^(?:row|column)-gap$/,
  'grid-gap': /^(?:row-|column-)?gap$/,
  inset: /^(?:top|right|bottom|left)$/,
  'place-content': /^(?:align|justify)-content$/,
  'place-items': /^(?:align|justify)-items$/,
  'place-self': /^(?:align|justify)-self$/,
};

/** Returns whether a declaration of the first property sets the other one: itself, or as a part. */
export const covers = (shorthand: string, property: string): boolean =>
  shorthand === property ||
  parts[shorthand]?.test(property) === true ||
  (property.startsWith(`${shorthand}-`) && !apart.test(property));
