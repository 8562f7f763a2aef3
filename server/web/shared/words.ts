export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
export const short = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
