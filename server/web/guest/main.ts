import { startPage } from '../review/start.ts';

startPage(() => import('./page.ts'));
