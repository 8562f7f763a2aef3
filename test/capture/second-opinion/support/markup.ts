const hasOwnDocument = /<html[\s>]/i;

/** A whole document of what an example says: what it does not say is in order, so that no rule stumbles over it. */
export function wholePage(html: string): string {
  if (hasOwnDocument.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Example</title>
    <meta name="description" content="What is shown here, in a sentence."></head>${html}</html>`;
}

/** Of slides, each as large as a page of the PDF. */
export function wholeSlides(html: string): string {
  if (hasOwnDocument.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title>
    <style>html,body{margin:0}</style></head>${html}</html>`;
}

/** Numbers what `data-defect` marks, so that the list of elements tells where each is. */
export function numberDefects(html: string): { html: string; ids: string[] } {
  const ids: string[] = [];
  const numbered = html.replace(/\sdata-defect(="")?(?=[\s>])/g, () => {
    ids.push(`defect-${ids.length + 1}`);
    return ` data-testid="${ids.at(-1)}"`;
  });
  return { html: numbered, ids };
}
