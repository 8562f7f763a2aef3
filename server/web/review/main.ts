import { startPage } from './start.ts';

startPage(() => import('./reviewer.ts'));
