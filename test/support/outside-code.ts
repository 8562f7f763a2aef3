/** Returns Markdown without its code blocks and code spans, by the rules of CommonMark. */
export function outsideCode(markdown: string): string {
  const rest: string[] = [];
  let fenceLength = 0;
  for (const line of markdown.split('\n')) {
    const ticks = /^(`{3,})/.exec(line)?.[1]?.length ?? 0;
    if (fenceLength === 0 && ticks > 0) fenceLength = ticks;
    else if (fenceLength > 0 && ticks >= fenceLength && /^`+\s*$/.test(line)) fenceLength = 0;
    else if (fenceLength === 0) rest.push(line.replace(/(`+)[^`]+?\1(?!`)/g, ''));
  }
  return rest.join('\n');
}
