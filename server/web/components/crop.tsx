import { behindWindow } from '../mark/crop.ts';
import type { Area } from '../mark/geometry.ts';
import { type Strip, stripsOf, stripsUnder, stripUrl } from '../mark/strips.ts';
import { ownAddress } from '../review/derive.ts';
import type { Screenshot } from '../review/types.ts';

interface Props {
  shot: Screenshot;
  /** The part to show, in pixels of the shot. */
  area: Area;
  /** width / height of the window. */
  aspect: number;
  alt: string;
  caption?: string;
}

const percent = (value: number): string => `${value}%`;

function Part({ shot, area, strip, alt }: Omit<Props, 'aspect' | 'caption'> & { strip: Strip | null }) {
  const behind = behindWindow(strip === null ? area : { ...area, y: area.y - strip.top }, shot);
  const url = ownAddress(shot.url);
  return (
    <img
      src={strip === null ? url : stripUrl(url, strip.at)}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      style={{ width: percent(behind.width), left: percent(behind.left), top: percent(behind.top) }}
    />
  );
}

/** A part of a shot, cut by a window before the whole picture, or before those strips of it that it shows. */
export function Crop({ shot, area, aspect, alt, caption }: Props) {
  const strips = stripsUnder(stripsOf(shot), area);
  return (
    <span class="crop">
      <span class="crop-window" style={{ aspectRatio: String(aspect) }}>
        <span class="crop-part" style={{ aspectRatio: String(area.width / area.height) }}>
          {strips.length === 0 ? (
            <Part shot={shot} area={area} strip={null} alt={alt} />
          ) : (
            strips.map((strip, place) => (
              <Part key={strip.at} shot={shot} area={area} strip={strip} alt={place === 0 ? alt : ''} />
            ))
          )}
        </span>
      </span>
      {caption !== undefined && <span class="crop-caption">{caption}</span>}
    </span>
  );
}
