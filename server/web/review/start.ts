import { firstScreenshotShown } from '../screenshots/first-screenshot.ts';

/** Starts the page after the first screenshot has been shown. */
export function startPage(load: () => Promise<unknown>): void {
  firstScreenshotShown()
    .then(load)
    .catch((error: unknown) => {
      // Offline, or an old version's script is missing: without this, the first screenshot would stay for ever.
      const broken = document.getElementById('broken');
      broken?.removeAttribute('hidden');
      broken?.querySelector('button')?.addEventListener('click', () => location.reload());
      throw error;
    });
}
