export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
export const percent = (share: number): string => {
  const value = share * 100;
  if (value >= 99.5 && value < 100) return '>99 %';
  if (value >= 10) return `${Math.round(value)} %`;
  return value < 0.1 ? '<0.1 %' : `${value.toFixed(1)} %`;
};
export const short = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
