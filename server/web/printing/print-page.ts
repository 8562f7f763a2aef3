/** Loads a page into a frame that nobody sees. Returns null when the service does not answer with it. */
async function loadFrame(address: string): Promise<HTMLIFrameElement | null> {
  const frame = document.createElement('iframe');
  frame.className = 'visually-hidden';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.src = address;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  // A page of another origin, such as the browser's own about an error, has no document here.
  if (frame.contentDocument?.querySelector('main, h1') != null) return frame;
  frame.remove();
  return null;
}

/** Prints a page of this service without leaving the shown one. Returns false when it cannot be loaded. */
export async function printPage(address: string): Promise<boolean> {
  const frame = await loadFrame(address);
  const page = frame?.contentWindow ?? null;
  if (frame === null || page === null) return false;
  // Browsers may print the address at the foot of each page, and this one is the reviewer's login.
  page.history.replaceState(null, '', '/');
  page.addEventListener('afterprint', () => frame.remove());
  page.focus();
  page.print();
  return true;
}
