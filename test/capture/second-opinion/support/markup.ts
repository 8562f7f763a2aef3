const hasOwnDocument = /<html[\s>]/i;

/** Returns a whole document for an example. Its other parts are correct, so that no other rule finds anything. */
export function wholePage(html: string): string {
  if (hasOwnDocument.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Example</title>
    <meta name="description" content="What is shown here, in a sentence."></head>${html}</html>`;
}

/** Returns a whole document of slides, each as large as a page of the PDF. */
export function wholeSlides(html: string): string {
  if (hasOwnDocument.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title>
    <style>html,body{margin:0}</style></head>${html}</html>`;
}

/** Numbers the elements with `data-defect`, so that the element map says where each is. */
export function numberDefects(html: string): { html: string; ids: string[] } {
  const ids: string[] = [];
  const numbered = html.replace(/\sdata-defect(="")?(?=[\s>])/g, () => {
    ids.push(`defect-${ids.length + 1}`);
    return ` data-testid="${ids.at(-1)}"`;
  });
  return { html: numbered, ids };
}
