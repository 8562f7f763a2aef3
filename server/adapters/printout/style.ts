/** Returns a text as a string of CSS, in which every character is escaped. */
const cssString = (text: string): string =>
  `"${Array.from(text, (character) => `\\${(character.codePointAt(0) ?? 32).toString(16)} `).join('')}"`;

/**
 * Returns the style of the printed page. The paper has its own title and page numbers in its margins, so that browsers
 * do not print the page's address there.
 */
export const styleOf = (title: string): string => `
@page { size: A4; margin: 12mm; @top-left { content: ${cssString(title)}; ${margin} } @top-right { content: counter(page) " / " counter(pages); ${margin} } @bottom-left { content: ""; } @bottom-right { content: ""; } }
@page wide { size: A4 landscape; }
@page large { size: A3 landscape; }
* { box-sizing: border-box; }
html { color-scheme: light; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; font: 13px/1.45 Arial, "Liberation Sans", sans-serif; color: #16181d; background: #fff; }
h1 { margin: 4px 0 12px; font-size: 24px; line-height: 1.2; }
h2 { margin: 24px 0 8px; font-size: 17px; }
h3 { margin: 0; font-size: 14px; line-height: 20px; }
h1, h2, h3, p, dd, bdi { overflow-wrap: anywhere; }
td { overflow-wrap: break-word; }
h2, h3 { break-after: avoid; }
p { margin: 0; }
.text { white-space: pre-wrap; unicode-bidi: plaintext; }
.brand, .facts, dt, th, figcaption { color: #555b66; }
.outcome { display: inline-block; padding: 4px 12px; border: 2px solid; border-radius: 16px; font-size: 15px; font-weight: 700; color: #555b66; }
.outcome.approved { color: #0a6b33; }
.outcome.changes_requested { color: #cf0a1e; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 16px; margin: 14px 0 0; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 5px 10px 5px 0; border-bottom: 1px solid #d5d8de; text-align: start; vertical-align: top; font-weight: 400; }
tr { break-inside: avoid; }
ul { margin: 6px 0 0; padding-left: 18px; }
.mark { break-inside: avoid; display: grid; grid-template-columns: 44px 1fr; padding: 9px 0; border-top: 1px solid #d5d8de; }
.mark > div { min-width: 0; }
.mark .text { margin: 2px 0; }
.number { display: inline-block; min-width: 22px; padding: 0 6px; border: 2px solid; border-radius: 11px; line-height: 18px; text-align: center; font-weight: 700; justify-self: start; align-self: start; background: #fff; }
.number.open, .number.must_fix { color: #fff; background: #0a58ca; border-color: #0a58ca; }
.number.must_fix { background: #cf0a1e; border-color: #cf0a1e; }
.number.settled { color: #0a6b33; border-style: dashed; }
.number.withdrawn { color: #555b66; border-style: dotted; }
.must { color: #cf0a1e; font-weight: 700; }
.facts, figcaption { font-size: 11px; line-height: 16px; }
code { font-family: "Liberation Mono", Menlo, Consolas, monospace; }
.entry { break-inside: avoid; padding: 7px 0; border-top: 1px solid #d5d8de; }
.reference { margin: 4px 0; }
.reference img { display: block; max-width: min(320px, 100%); max-height: 240px; border: 1px solid #d5d8de; }
.reply { margin: 6px 0 0; padding-left: 10px; border-left: 3px solid #d5d8de; }
.screenshots { break-before: page; margin-top: 0; }
.shot { margin-bottom: 14px; }
.narrow { page: auto; }
.wide { page: wide; }
.large { page: large; }
.sheet { break-inside: avoid; }
.sheet:not(:last-child) { break-after: page; }
.apart { break-after: page; }
.row { display: flex; gap: 20px; align-items: flex-start; }
figure { margin: 4px 0 0; flex: none; }
svg { display: block; outline: 1px solid #d5d8de; overflow: hidden; font-family: Arial, "Liberation Sans", sans-serif; }
figcaption { max-width: 100%; height: 18px; overflow: hidden; white-space: nowrap; }
@media screen { body { max-width: 1060px; margin: 24px auto; padding: 0 16px; } }
`;

const margin = 'font: 9px Arial, "Liberation Sans", sans-serif; color: #555b66;';
