/** What the page begins with: nothing but the picture it came with is in the way of that picture. */
import { firstLook } from './first-look.ts';

firstLook()
  .then(() => import('./mount.tsx'))
  .catch((error: unknown) => {
    // Without a network, or of a version that is gone: the picture that came would stand there for ever.
    const broken = document.getElementById('broken');
    broken?.removeAttribute('hidden');
    broken?.querySelector('button')?.addEventListener('click', () => location.reload());
    throw error;
  });
