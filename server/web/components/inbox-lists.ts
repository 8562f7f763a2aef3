/** What came from others, as one file that is fetched after the first screenshot. */
export { GuestList } from './guest-list.tsx';
export { HintList } from './hint-list.tsx';
