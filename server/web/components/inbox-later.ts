import { lazy } from './lazy.tsx';

const lists = () => import('./inbox-lists.ts');

export const GuestList = lazy(async () => (await lists()).GuestList);
export const HintList = lazy(async () => (await lists()).HintList);
