import { browserAdvice } from '../capture/browser-advice.ts';
import { type LocalShot, onEveryViewport, toImages } from '../capture/local/to-images.ts';
import { pathLabel } from '../contract/path-label.ts';
import type { Shot } from '../contract/send-shots.ts';
import { isOn, pageStateOf, stateLabel, toCaptureFields } from '../contract/state-request.ts';
import { asTyped, CommandError } from './failure.ts';
import { isLocalAddress } from './local-address.ts';
import { clean, plural } from './text.ts';

export type CaptureRequest = Pick<
  Shot,
  | 'headers'
  | 'cookies'
  | 'wait_for'
  | 'mask'
  | 'viewports'
  | 'steps'
  | 'colour_scheme'
  | 'reduced_motion'
  | 'locale'
  | 'state'
>;
type Note = (line: string) => void;

/** Returns the label of each page: its path, or with its host where another page has the same path. */
function labelsOf(addresses: readonly string[]): string[] {
  const paths = addresses.map(pathLabel);
  return addresses.map((address, at) => {
    const path = paths[at] ?? '';
    return paths.filter((other) => other === path).length > 1 ? `${new URL(address).host}${path}`.slice(0, 100) : path;
  });
}

function shotsOf(address: string, label: string, request: CaptureRequest) {
  const { wait_for: waitFor, mask, headers, cookies } = request;
  const state = pageStateOf(request);
  const { origin } = new URL(address);
  // Nobody elsewhere can open an address of this machine.
  const page = isLocalAddress(address) ? address.slice(origin.length) : address;
  const asked = {
    url: address,
    ...toCaptureFields(state),
    ...(waitFor === undefined ? {} : { waitFor }),
    ...(mask === undefined ? {} : { mask }),
    ...(headers === undefined ? {} : { headers }),
    ...(cookies === undefined ? {} : { cookies }),
  };
  return onEveryViewport(stateLabel(label, request), page, asked, { state, isOn: (name) => isOn(request, name) });
}

/**
 * Captures pages on this machine, on desktop and mobile, and returns the images to send with their elements.
 * @throws CommandError when a page cannot be captured, or there is no browser: nothing was sent then
 */
export async function captureHere(addresses: readonly string[], request: CaptureRequest, note: Note): Promise<Shot[]> {
  const [first = ''] = addresses;
  const others = addresses.length > 1 ? ` and ${plural(addresses.length - 1, 'more page')}` : '';
  note(`Capturing ${clean(first)}${others} on this machine …`);
  const labels = labelsOf(addresses);
  const wanted: LocalShot[] = addresses.flatMap((address, at) => shotsOf(address, labels[at] ?? '', request));
  const { captureShots } = await import('../capture/local/index.ts');
  const shots = await captureShots(wanted, {
    log: note,
    milliseconds: Number.POSITIVE_INFINITY,
    mayDownload: false,
  });
  if ('problem' in shots) {
    throw new CommandError(
      'browser',
      `${shots.problem}. Nothing was sent. Do one of these, then run the command again:\n${browserAdvice}\n  none of it:   --capture service, where the service can reach the address`,
    );
  }
  const { images, failed } = toImages(wanted, shots);
  if (failed.length > 0) throw new CommandError('capture', describeFailures(failed, wanted));
  return images;
}

/** Names each page once, although it fails on every viewport for the same reason. */
function describeFailures(failed: readonly { label: string; message: string }[], wanted: readonly LocalShot[]): string {
  const lines = failed.map(({ label, message }) => {
    const url = wanted.find((shot) => shot.label === label)?.request.url ?? label;
    return `${clean(url)} could not be captured: ${asTyped(clean(message))}`;
  });
  return [...new Set(lines), 'Nothing was sent.'].join('\n');
}
