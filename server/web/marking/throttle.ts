/** Calls `act` at most once in `ms`, and always with the last value. */
export function atMostEvery<Value>(ms: number, act: (value: Value) => void): (value: Value) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { value: Value } | null = null;
  const next = () => {
    timer = undefined;
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(next, ms);
    act(value);
  };
  return (value) => {
    waiting = { value };
    if (timer === undefined) next();
  };
}
