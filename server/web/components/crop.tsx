import { behindWindow } from '../mark/crop.ts';
import type { Area } from '../mark/geometry.ts';
import { stripsOf, stripsUnder, stripUrl } from '../mark/strips.ts';
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

/** The whole screenshot behind the window: as one image, or as those strips of it that the window shows. */
function Whole({ shot, area, alt }: Omit<Props, 'aspect' | 'caption'>) {
  const behind = behindWindow(area, shot);
  const place = { width: percent(behind.width), left: percent(behind.left), top: percent(behind.top) };
  const url = ownAddress(shot.url);
  const image = { loading: 'lazy', decoding: 'async', draggable: false } as const;
  const strips = stripsUnder(stripsOf(shot), area);
  if (strips.length === 0) return <img {...image} src={url} alt={alt} style={place} />;
  return (
    <span class="crop-strips" style={{ ...place, aspectRatio: `${shot.width} / ${shot.height}` }}>
      {strips.map(({ at, top, height }, place) => (
        <img
          {...image}
          key={at}
          src={stripUrl(url, at)}
          alt={place === 0 ? alt : ''}
          // Layout rounds down to 1/64 of a pixel: without the rest a line may show between two strips.
          style={{ top: percent((top / shot.height) * 100), height: `calc(${(height / shot.height) * 100}% + 0.05px)` }}
        />
      ))}
    </span>
  );
}

/** A part of a shot, cut by a window before the whole picture, or before those strips of it that it shows. */
export function Crop({ shot, area, aspect, alt, caption }: Props) {
  return (
    <span class="crop">
      <span class="crop-window" style={{ aspectRatio: String(aspect) }}>
        <span class="crop-part" style={{ aspectRatio: String(area.width / area.height) }}>
          <Whole shot={shot} area={area} alt={alt} />
        </span>
      </span>
      {caption !== undefined && <span class="crop-caption">{caption}</span>}
    </span>
  );
}
