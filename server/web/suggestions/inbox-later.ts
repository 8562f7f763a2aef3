import { lazy } from '../shared/lazy.tsx';

const lists = () => import('./inbox-lists.ts');

export const GuestList = lazy(async () => (await lists()).GuestList);
export const FindingList = lazy(async () => (await lists()).FindingList);
