import { type Html, html } from '../../contract/html.ts';

/**
 * Where a sign-in returns to, in a form that a person can judge. All of it is ASCII, so look-alike letters are visible.
 */
export type ReturnPlace =
  /** A program on the device that the page is open on. */
  | { kind: 'device'; host: string }
  | { kind: 'site'; host: string }
  /** Any program that has registered for this scheme. */
  | { kind: 'app'; scheme: string };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** @param redirectUri absolute, as `readRedirectUris` lets them in */
export function returnPlaceOf(redirectUri: string): ReturnPlace {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'app', scheme: protocol };
  return LOOPBACK.includes(hostname) ? { kind: 'device', host: hostname } : { kind: 'site', host };
}

/** Phrases a place as the object of a sentence: “It returns to …”, “Go back to …”. */
export function sayPlace(place: ReturnPlace): Html {
  if (place.kind === 'device') return html`<bdi>${place.host}</bdi> on this device`;
  if (place.kind === 'site') return html`<bdi>${place.host}</bdi>`;
  return html`the app that opens <bdi>${place.scheme}</bdi> links`;
}

const MAX_SHOWN = 120;

/** Returns the address without its varying parts, shortened in the middle when it is long. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address.slice(0, MAX_SHOWN);
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  const { href } = url;
  return href.length <= MAX_SHOWN ? href : `${href.slice(0, MAX_SHOWN - 30)}…${href.slice(-29)}`;
}
