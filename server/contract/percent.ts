/** Writes a share 0..1 for people. What changed by little is not said to have changed by nothing. */
export const percent = (share: number): string => {
  const value = share * 100;
  if (value >= 99.5 && value < 100) return '>99 %';
  if (value >= 9.95) return `${Math.round(value)} %`;
  return value < 0.1 ? '<0.1 %' : `${value.toFixed(1)} %`;
};
