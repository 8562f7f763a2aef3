import { useSignal } from '@preact/signals';
import { PreviousImage } from '../screenshots/shot-image.tsx';
import { drawnSize } from '../screenshots/zoom.ts';
import type { ComparedImage } from '../shared/types.ts';
import { type AlignedLayout, pathOf, type Seam, type Slice } from './aligned-layout.ts';
import { words } from './aligned-strings.ts';

interface Span {
  top: number;
  height: number;
}

const span = ({ top, height }: Span) => ({ top: `${top}px`, height: `${height}px` });

interface WindowProps extends Span {
  /** Where the upper edge of the whole image is, in CSS pixels from that of the window. */
  shift: number;
  /** CSS pixels of the image to the left of the window. */
  left?: number;
  shot: ComparedImage;
  size: { width: number; height: number };
}

/** Shows some rows of a screenshot. */
function Window({ shift, left = 0, shot, size, ...place }: WindowProps) {
  return (
    <div class="aligned-slice" style={span(place)}>
      <div
        class="aligned-whole"
        style={{ ...span({ top: shift, height: size.height }), left: `${-left}px`, width: `${size.width}px` }}
      >
        <PreviousImage shot={shot} alt="" height={size.height} />
      </div>
    </div>
  );
}

/** Fewer CSS pixels come from rounding, and hide nothing that a person could read. */
const fewest = 4;

interface SeamsProps {
  seams: readonly Seam[];
  /** Draws removed rows where they were. */
  draw: (rows: Slice) => Omit<WindowProps, 'shot' | 'size'>;
  shot: ComparedImage;
  size: WindowProps['size'];
  opens: boolean;
}

/** Marks where rows were removed; shows them there on request. */
function Seams({ seams, draw, shot, size, opens }: SeamsProps) {
  const open = useSignal<Seam | null>(null);
  const scale = shot.viewport?.scale ?? 1;
  const across = size.width / shot.width;
  const placed = ({ x, width }: Seam, top: number) => ({
    top: `${top}px`,
    left: `${x * across}px`,
    width: `${width * across}px`,
  });
  return (
    <>
      {seams.map((seam) => {
        const { top, height, shift } = draw(seam);
        const pixels = Math.round(seam.length / scale);
        const isOpen = open.value === seam;
        if (pixels < fewest) return null;
        return (
          <div key={`${seam.x} ${seam.from}`} class="aligned-seam" style={placed(seam, top)}>
            {isOpen && (
              <div class="aligned-removed" style={span({ top: 0, height })}>
                <Window top={0} height={height} shift={shift} left={seam.x * across} shot={shot} size={size} />
              </div>
            )}
            {opens ? (
              <button
                type="button"
                class="seam-word"
                aria-expanded={isOpen}
                aria-label={words.show(pixels)}
                title={words.show(pixels)}
                onClick={() => (open.value = isOpen ? null : seam)}
              >
                {words.removed(pixels)}
              </button>
            ) : (
              <span class="seam-word">{words.removed(pixels)}</span>
            )}
          </div>
        );
      })}
    </>
  );
}

interface Props {
  layout: AlignedLayout;
  shot: ComparedImage;
  alt: string;
  scale: number;
  /** CSS pixels of this pass's screenshot, whose rows it follows. */
  height: number;
  /** Whether removed rows can be shown. */
  opens?: boolean;
}

/** Draws the earlier screenshot so that the same content is where it is on this one. */
export function AlignedImage({ layout, shot, alt, scale, height, opens = false }: Props) {
  const size = drawnSize(shot, scale, devicePixelRatio);
  const row = size.height / shot.height;
  // Whole device pixels: content that only moved is drawn alike on both sides.
  const whole = (rows: number) => Math.round(rows * row * devicePixelRatio) / devicePixelRatio;
  const draw = ({ from, at, length }: Slice) => {
    const top = whole(at);
    return { top, height: whole(at + length) - top, shift: whole(at - from) - top };
  };
  const across = size.width / shot.width;
  return (
    <div class="aligned" style={{ width: `${size.width}px`, height: `${height}px` }}>
      <div class="aligned-images" role="img" aria-label={alt}>
        {layout.gaps.map((gap) => (
          <div key={gap.at} class="aligned-gap" style={span(draw({ ...gap, from: 0 }))} />
        ))}
        {layout.slices.map((slice) => (
          <Window key={slice.at} {...draw(slice)} shot={shot} size={size} />
        ))}
        {layout.layers.map(({ down, boxes }) => (
          <div key={down} class="aligned-layer" style={{ clipPath: `path("${pathOf(boxes, { x: across, y: row })}")` }}>
            <Window top={0} height={height} shift={whole(down)} shot={shot} size={size} />
          </div>
        ))}
      </div>
      <Seams seams={layout.seams} draw={draw} shot={shot} size={size} opens={opens} />
    </div>
  );
}
