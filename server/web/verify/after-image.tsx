import { ownAddress } from '../review/derive.ts';
import { afterImageOf } from '../review/words.ts';
import type { Mark } from '../shared/types.ts';
import { verifying as words } from './strings.ts';

/** Shows the image of the fix from the service's copy, so that the browser requests no foreign address. */
export function AfterImage({ mark }: { mark: Mark }) {
  const image = afterImageOf(mark);
  if (image.kind === 'none') return null;
  if (image.kind === 'coming') return <p class="row-note">{words.afterImageComing}</p>;
  if (image.kind === 'missing') {
    return (
      <p class="row-note">
        <strong>{words.afterImage}:</strong> {image.problem}{' '}
        {image.address !== null && (
          <a href={image.address} target="_blank" rel="noreferrer noopener">
            {words.afterImageAddress}
          </a>
        )}
      </p>
    );
  }
  const url = ownAddress(image.url);
  return (
    <a class="after-image" href={url} target="_blank" rel="noreferrer noopener">
      <img src={url} alt={words.afterImageAlt(mark.id)} loading="lazy" decoding="async" />
      <span class="crop-caption">{words.afterImage}</span>
    </a>
  );
}
