interface Observer {
  observe(target: object, what: Record<string, boolean>): void;
  takeRecords(): readonly unknown[];
}

declare const document: { documentElement: object };
declare const window: { sightlineMutations?: { observer: Observer; seen: boolean } };
declare const MutationObserver: new (heard: () => void) => Observer;

/** Runs inside the page, in a world of our own: whether it has changed itself since this was asked last. */
export function hasMutated(): boolean {
  const known = window.sightlineMutations;
  if (known === undefined) {
    const state = {
      seen: false,
      observer: new MutationObserver(() => {
        state.seen = true;
      }),
    };
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    state.observer.observe(document.documentElement, everything);
    window.sightlineMutations = state;
    return false;
  }
  const seen = known.seen || known.observer.takeRecords().length > 0;
  known.seen = false;
  return seen;
}
