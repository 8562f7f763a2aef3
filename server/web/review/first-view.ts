/** What the service laid into the page: what its first read would answer; null where there is none. */
export function firstView<View>(page: Document = document): View | null {
  const laid = page.getElementById('first-view');
  if (laid === null) return null;
  laid.remove();
  return JSON.parse(laid.textContent ?? 'null');
}
