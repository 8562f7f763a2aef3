import { behindWindow } from '../mark/crop.ts';
import type { Area } from '../mark/geometry.ts';
import { ownAddress } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';

interface Props {
  shot: Screenshot;
  /** The part to show, in pixels of the shot. */
  area: Area;
  /** width / height of the window. */
  aspect: number;
  alt: string;
  caption: string;
}

const percent = (value: number): string => `${value}%`;

/** A part of a shot, cut by a window before the whole picture. */
export function Crop({ shot, area, aspect, alt, caption }: Props) {
  const behind = behindWindow(area, shot);
  return (
    <span class="crop">
      <span class="crop-window" style={{ aspectRatio: String(aspect) }}>
        <span class="crop-part" style={{ aspectRatio: String(area.width / area.height) }}>
          <img
            src={ownAddress(shot.url)}
            alt={alt}
            loading="lazy"
            decoding="async"
            draggable={false}
            style={{ width: percent(behind.width), left: percent(behind.left), top: percent(behind.top) }}
          />
        </span>
      </span>
      <span class="crop-caption" aria-hidden="true">
        {caption}
      </span>
    </span>
  );
}
