export { type BrowserOptions, createBrowser, type SharedBrowser } from './create-browser.ts';
export { findBrowser, probeBrowser } from './find-browser.ts';
export { launchBrowser } from './launch.ts';
