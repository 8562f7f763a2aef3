import type { Area } from '../marking/geometry.ts';
import { ownAddress } from '../review/derive.ts';
import type { Screenshot } from '../shared/types.ts';
import { behindWindow } from './crop-area.ts';
import { stripsOf, stripsUnder, stripUrl } from './strip-layout.ts';

interface Props {
  shot: Screenshot;
  /** In pixels of the screenshot. */
  area: Area;
  aspect: number;
  alt: string;
  caption?: string;
}

const percent = (value: number): string => `${value}%`;

/** Draws the screenshot behind the window: as one image, or as the strips that show. */
function Whole({ shot, area, alt }: Omit<Props, 'aspect' | 'caption'>) {
  const behind = behindWindow(area, shot);
  const place = {
    ...{ width: percent(behind.width), left: percent(behind.left), top: percent(behind.top) },
    // In a frame, browsers load a lazy image only where it overlaps what is visible, which one without a height does not.
    aspectRatio: `auto ${shot.width} / ${shot.height}`,
  };
  const url = ownAddress(shot.url);
  const image = { loading: 'lazy', decoding: 'async', draggable: false } as const;
  const strips = stripsUnder(stripsOf(shot), area);
  if (strips.length === 0) return <img {...image} src={url} alt={alt} style={place} />;
  return (
    <span class="crop-strips" style={place}>
      {strips.map(({ at, top, height }, place) => (
        <img
          {...image}
          key={at}
          src={stripUrl(url, at)}
          alt={place === 0 ? alt : ''}
          // Layout rounds down to 1/64 px: without the rest a line may show between two strips.
          style={{ top: percent((top / shot.height) * 100), height: `calc(${(height / shot.height) * 100}% + 0.05px)` }}
        />
      ))}
    </span>
  );
}

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
