export { type BrowserOptions, createBrowser, type SharedBrowser } from './create-browser.ts';
export { findBrowser } from './find-browser.ts';
export { lazyBrowser } from './lazy-browser.ts';
