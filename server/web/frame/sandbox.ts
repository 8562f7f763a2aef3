/** Lets the page work as usual in a frame that may neither send forms nor open windows. */

const submitOf = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button[type="submit"]') : null;

/** Fires `submit` as the browser would: without `allow-forms`, it does nothing at all. */
export function submitForms(): void {
  document.addEventListener('click', (event) => {
    const submitter = submitOf(event.target);
    const form = submitter?.form;
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    if (form.noValidate || form.reportValidity()) {
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
    }
  });
}

/** Gives every link to `open`, as an address of the service unless it names another. */
export function openLinks(service: string, open: (url: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    // A browser opens no `data:` address.
    if (!href.startsWith('data:')) open(new URL(href, service).href);
  });
}
