import { duration } from '../../contract/duration.ts';
import { html } from '../../contract/html.ts';
import { type ConnectPage, messagePage } from './connect-page.ts';
import { returnPlaceOf, sayPlace, shownAddress } from './return-place.ts';

const again = 'Go back to the client and connect again from there.';
const unharmed = 'Nothing was connected, and nothing was shared.';

/** `detail`: what is wrong with the client's metadata document, if it has one. */
export const unknownClient = (detail: string | null): ConnectPage =>
  messagePage({
    status: 400,
    title: 'This client is not known here',
    lead: `Its registration has ended, or the link that opened this page is not whole. ${unharmed}`,
    next: [
      'In the client, remove Sightline (or sign out of it), then add its address again: it registers itself again.',
      'If you followed a link somebody sent you, do not follow it again.',
    ],
    detail,
  });

export const wrongReturn = (given: string | null): ConnectPage =>
  messagePage({
    status: 400,
    title: 'The return address does not fit',
    lead: `The link would return to an address that this client did not register, so it is not followed. ${unharmed}`,
    next: [
      again,
      'If this comes up again, remove Sightline from the client and add it again.',
      'If you followed a link somebody sent you, do not follow it again.',
    ],
    detail:
      given === null
        ? 'The link has no redirect_uri.'
        : html`redirect_uri: <bdi class="mono">${shownAddress(given)}</bdi>`,
  });

/**
 * The page for a request that cannot be granted. `answer`: the address that reports this to the client, which is opened
 * only by a press.
 */
export const refused = (redirectUri: string, answer: string, detail: string): ConnectPage => {
  const place = sayPlace(returnPlaceOf(redirectUri));
  return messagePage({
    status: 400,
    title: 'This client asks for something else',
    lead: `What it asks for cannot be connected. ${unharmed}`,
    next: [
      html`If you have just come from there, <a href="${answer}" rel="noreferrer">go back to ${place}</a>: it gets the reason.`,
      'If you followed a link somebody sent you, close this page.',
    ],
    detail,
  });
};

export const expired = (): ConnectPage =>
  messagePage({
    status: 400,
    title: 'This page has expired',
    lead: `A connect page is good for one hour. ${unharmed}`,
    next: [again],
  });

export const alreadyConnected = (redirectUri: string): ConnectPage =>
  messagePage({
    status: 200,
    title: 'Already connected',
    lead: 'This client was connected from this page. There is nothing more to press here.',
    next: [html`Go back to ${sayPlace(returnPlaceOf(redirectUri))}. You can close this page.`],
    detail: 'If the client does not seem to know, connect again from there: one page connects once.',
  });

export const elsewhere = (): ConnectPage =>
  messagePage({
    status: 403,
    title: 'This sign-in was not begun here',
    lead: `It was begun in another browser, half an hour or longer ago, or another was begun since. ${unharmed}`,
    next: [again, 'If you followed a link somebody sent you, do not follow it again.'],
  });

export const forged = (): ConnectPage =>
  messagePage({
    status: 403,
    title: 'This was not pressed on our page',
    lead: `Another page sent this for you, or the browser does not report which page did. ${unharmed}`,
    next: [again, 'If it comes up again there, use another browser, or turn off what hides the origin of forms.'],
  });

export const tooMany = (seconds: number): ConnectPage =>
  messagePage({
    status: 429,
    title: 'Too many tries from your network',
    lead: unharmed,
    next: [`Wait ${duration(seconds)}, then go back to the client and connect again from there.`],
  });

export const full = (detail: string): ConnectPage =>
  messagePage({
    status: 503,
    title: 'The service cannot take this just now',
    lead: unharmed,
    next: [
      'Wait a minute, then reload this page, or connect again from the client.',
      'If it lasts, tell the operator of the service.',
    ],
    detail,
  });

export const broken = (status: number, detail: string): ConnectPage =>
  messagePage({
    status,
    title: status < 500 ? 'This cannot be read' : 'Something went wrong on our side',
    lead: unharmed,
    next: [again],
    detail,
  });
