declare const document: { querySelector(selector: string): object | null };

/** Runs inside the page: whether it says how wide it wants to be on a phone. */
export function hasViewportTag(): boolean {
  return document.querySelector('meta[name=viewport]') !== null;
}
