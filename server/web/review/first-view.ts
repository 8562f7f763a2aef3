/** Returns the first view, which the service embeds in the page, or null. */
export function firstView<View>(page: Document = document): View | null {
  const laid = page.getElementById('first-view');
  if (laid === null) return null;
  laid.remove();
  return JSON.parse(laid.textContent ?? 'null');
}
