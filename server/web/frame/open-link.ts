import type { Host } from './host.ts';
import { buttonTo } from './line.ts';
import { words } from './strings.ts';

/** Shows an address to copy. */
function showAddress(url: string): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'address';
  const address = document.createElement('input');
  address.value = url;
  address.readOnly = true;
  address.ariaLabel = words.address;
  dialog.append(
    words.address,
    address,
    buttonTo(() => dialog.remove(), words.close),
  );
  document.body.append(dialog);
  dialog.showModal();
  address.select();
}

/** Lets the host open an address in the person's browser, or shows it where the host does not. */
export const openLink = (host: Host, url: string): void =>
  void host.request<{ isError?: boolean }>('ui/open-link', { url }).then(
    ({ isError }) => isError === true && showAddress(url),
    () => showAddress(url),
  );
