import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Point } from './geometry.ts';

const size = 120;
const zoom = 2;
const away = 36;

/** Shows what the finger covers, twice as large, above it, or beside it where there is no space above. */
export function Magnifier({ at, image }: { at: Point; image: RefObject<HTMLDivElement | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const drawn = canvas.current?.getContext('2d');
    const shot = image.current;
    if (!drawn || shot === null) return;
    const ratio = devicePixelRatio;
    drawn.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawn.clearRect(0, 0, size, size);
    for (const image of shot.querySelectorAll<HTMLImageElement>('.shot-image, .strip img')) {
      const box = image.getBoundingClientRect();
      const near = box.top < at.y + size && box.bottom > at.y - size && image.complete && image.naturalWidth > 0;
      if (!near) continue;
      const left = size / 2 + (box.left - at.x) * zoom;
      // Whole device pixels, or a line would show between two strips.
      const row = (y: number) => Math.round((size / 2 + (y - at.y) * zoom) * ratio) / ratio;
      drawn.drawImage(image, left, row(box.top), box.width * zoom, row(box.bottom) - row(box.top));
    }
    drawn.strokeStyle = '#2b50e0';
    drawn.lineWidth = 2;
    drawn.beginPath();
    drawn.moveTo(size / 2 - 14, size / 2);
    drawn.lineTo(size / 2 + 14, size / 2);
    drawn.moveTo(size / 2, size / 2 - 14);
    drawn.lineTo(size / 2, size / 2 + 14);
    drawn.stroke();
  });
  const above = at.y - away - size;
  const left = above >= 8 ? at.x - size / 2 : at.x > innerWidth / 2 ? at.x - away - size : at.x + away;
  const style = {
    left: `${Math.min(Math.max(left, 8), innerWidth - size - 8)}px`,
    top: `${Math.max(above, 8)}px`,
    width: `${size}px`,
    height: `${size}px`,
  };
  const pixels = Math.round(size * devicePixelRatio);
  return <canvas ref={canvas} class="magnifier" width={pixels} height={pixels} style={style} />;
}
