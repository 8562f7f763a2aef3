/** Longer than that nobody waits for a picture, ms: the page has more to show. */
const PATIENCE = 500;

/** Two frames: in the first it is drawn, at the second that one is on the screen. */
const shown = (): Promise<void> =>
  new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen))));

/**
 * Until the picture that came with the page is on the screen: what the page itself has to do would delay it. At once
 * where none came.
 */
export async function firstLook(page: Document = document): Promise<void> {
  const picture = page.querySelector<HTMLImageElement>('.first-look img');
  if (picture === null) return;
  const late = new Promise<void>((over) => setTimeout(over, PATIENCE));
  const seen = picture.decode().then(shown, () => {});
  await Promise.race([seen, late]);
}
