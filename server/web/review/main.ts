/** What the page begins with: nothing but the picture it came with is in the way of that picture. */
import { firstLook } from './first-look.ts';

firstLook().then(() => import('./mount.tsx'));
