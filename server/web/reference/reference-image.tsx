import { ownAddress } from '../review/derive.ts';
import type { Mark } from '../shared/types.ts';
import { reference as words } from './strings.ts';

/** Shows the image that the reviewer added to a mark. */
export function ReferenceImage({ mark }: { mark: Mark }) {
  const { reference_image_url: url } = mark;
  if (url === null) return null;
  // One that is not sent yet is still on the device.
  const address = url.startsWith('data:') ? url : ownAddress(url);
  return (
    <a class="reference-image" href={address} target="_blank" rel="noreferrer noopener">
      <img src={address} alt={words.alt(words.mark(mark.id))} loading="lazy" decoding="async" />
      <span class="crop-caption">{words.caption}</span>
    </a>
  );
}
