import { quoted } from '../shared/strings.ts';

/** Separate from the other strings, because addresses load after the first screenshot. */
export const addresses = {
  copy: 'Copy link',
  copyShot: 'Copy link to this screenshot',
  copyMark: (id: number) => `Copy link to mark ${id}`,
  mark: (id: number) => `link to mark ${id}`,
  shot: (label: string) => `link to the screenshot ${quoted(label)}`,
  review: 'link to this review',
  warning: 'Anyone with this link can do here what you can.',
  copied: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} copied`,
  failed: 'This browser does not let the page copy. Copy the link from the address bar.',
  noMark: (id: string) => `This pass has no mark ${id}.`,
  noShot: (number: string) => `This pass has no screenshot ${number}.`,
  notYet: (number: string) => `Screenshot ${number} is not ready yet.`,
  nothing: (fragment: string) => `Nothing on this page is called ${quoted(fragment)}.`,
};
