/** Addresses, in one script that loads after the first screenshot. */
export { CopyLink, copyLink } from './copy-link.tsx';
export { followAddress } from './follow-address.ts';
