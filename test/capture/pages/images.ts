/** Returns an SVG that looks different for each number. */
export function image(number: number): string {
  const hue = (number * 47) % 360;
  const hills = [0, 1, 2].map(
    (at) =>
      `<path d="M0 ${220 + at * 60} Q ${150 + number * 9} ${120 + at * 70} 360 ${230 + at * 60} T 720 ${210 + at * 60} V 405 H 0 Z" fill="hsl(${hue + at * 25} 45% ${60 - at * 14}%)"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 405" width="720" height="405">
    <rect width="720" height="405" fill="hsl(${hue + 180} 60% 85%)"/><circle cx="${(number * 83) % 720}" cy="90" r="48" fill="gold"/>${hills.join('')}</svg>`;
}

/** Returns a tile of a map, as SVG. */
export function tile(z: number, x: number, y: number): string {
  const hue = (x * 13 + y * 29) % 60;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="hsl(${90 + hue} 35% 82%)"/>
    <path d="M0 ${(x * 37) % 256} L256 ${(y * 53) % 256} M${(y * 41) % 256} 0 L${(x * 61) % 256} 256" stroke="white" stroke-width="8"/>
    <text x="12" y="244" font-family="sans-serif" font-size="14" fill="#666">${z}/${x}/${y}</text></svg>`;
}
