let observer: MutationObserver | undefined;
let isSeen = false;

/** Returns whether the page has changed its document since the last call. The first call starts the observation. */
export function hasMutated(): boolean {
  if (observer === undefined) {
    observer = new MutationObserver(() => {
      isSeen = true;
    });
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document.documentElement, everything);
    return false;
  }
  const seen = isSeen || observer.takeRecords().length > 0;
  isSeen = false;
  return seen;
}
