/** Findings and suggestions, in one script that loads after the first screenshot. */

export { FindingList } from './finding-list.tsx';
export { GuestList } from './guest-list.tsx';
