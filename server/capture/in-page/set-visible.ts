let cover: CSSStyleSheet | undefined;

/**
 * Stops the page from being drawn, or lets it be drawn again. Everything else continues: it is laid out, loads
 * resources, and notices elements that come into view.
 */
export function setVisible(isDrawn: boolean): void {
  // Emptied rather than removed: the page may restore the list of sheets that it once read.
  if (isDrawn) {
    cover?.replaceSync('');
    return;
  }
  const isNew = cover === undefined;
  cover ??= new CSSStyleSheet();
  cover.replaceSync(':root { opacity: 0 !important }');
  if (isNew) document.adoptedStyleSheets = [...document.adoptedStyleSheets, cover];
}
