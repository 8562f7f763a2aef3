let cover: CSSStyleSheet | undefined;

/**
 * Stops the page from being drawn, or lets it be drawn again. Everything else continues: it is laid out, loads what it
 * needs, and notices what comes into view.
 */
export function setVisible(isDrawn: boolean): void {
  // Emptied, not taken away: the page may put back what it once found among its sheets.
  if (isDrawn) {
    cover?.replaceSync('');
    return;
  }
  const isNew = cover === undefined;
  cover ??= new CSSStyleSheet();
  cover.replaceSync(':root { opacity: 0 !important }');
  if (isNew) document.adoptedStyleSheets = [...document.adoptedStyleSheets, cover];
}
