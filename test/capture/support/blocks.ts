// Numbered blocks with distinct colours, and the frames of pages that scroll inside themselves.

export const blockHeight = 150;

/** Returns one of 216 colours that differ in steps of 40. */
export const colourOf = (n: number): [number, number, number] => [
  20 + (n % 6) * 40,
  20 + (Math.floor(n / 6) % 6) * 40,
  40 + (Math.floor(n / 36) % 6) * 40,
];
export const block = (n: number, height: string = `${blockHeight}px`) =>
  `<div class=block style="height:${height};min-height:${height};background:rgb(${colourOf(n).join()});color:white">${n}</div>`;
export const blocks = (count: number, from = 0, height?: string) =>
  Array.from({ length: count }, (_, at) => block(from + at, height)).join('');

const head = `<!doctype html><meta charset=utf-8><meta name=viewport content="width=device-width, initial-scale=1">
<style>html,body{margin:0}body{font:16px sans-serif;background:#fff}</style>`;
export const page = (style: string, body: string) => `${head}<style>${style}</style>${body}`;
export const column =
  'body{height:100vh;display:flex;flex-direction:column;overflow:hidden}main{flex:1;overflow-y:auto}';
export const bar = '<header style="flex:none;height:50px;background:#ddd">bar</header>';

/** Returns a script that draws only the rows in view; `height` is its expression for the height of the view. */
export const virtualList = (count: number, height: string) => `<script>
  const list = document.querySelector('#list'), inner = document.createElement('div');
  inner.style.cssText = 'position:relative;height:${count * blockHeight}px'; list.append(inner);
  const colours = ${JSON.stringify(Array.from({ length: count }, (_, n) => colourOf(n % 216)))};
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ${blockHeight}) - 1);
    const last = Math.min(${count}, Math.ceil((list.scrollTop + ${height}) / ${blockHeight}) + 1);
    inner.replaceChildren(...Array.from({ length: last - first }, (_, at) => {
      const row = document.createElement('div');
      row.style.cssText = 'position:absolute;left:0;right:0;height:${blockHeight}px;top:' + (first + at) * ${blockHeight} + 'px;background:rgb(' + colours[first + at] + ')';
      row.textContent = first + at;
      return row;
    }));
  };
  list.addEventListener('scroll', draw); new ResizeObserver(draw).observe(list); draw();
</script>`;
