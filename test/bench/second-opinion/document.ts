interface Words {
  language: string;
  title: string;
  description: string;
}

/** Returns a whole page with these words, styles and body. */
export const wholePage = ({ language, title, description }: Words, css: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${description}">
<style>*{box-sizing:border-box}body{margin:0}img{max-width:100%;display:block}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${css}</style></head><body>${body}</body></html>`;

/** Returns a deck of slides of 960 × 540 CSS pixels, each a page of the PDF. */
export const wholeDeck = (css: string, slides: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Deck</title><style>@page{size:960px 540px;margin:0}
*{box-sizing:border-box}html,body{margin:0}section{position:relative;width:960px;height:540px;overflow:hidden;break-after:page}
section:last-child{break-after:auto}${css}</style></head><body>${slides.map((each, at) => `<section id="s${at + 1}">${each}</section>`).join('')}</body></html>`;
