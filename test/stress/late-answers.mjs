/**
 * Holds every answer to a request that writes for `LATE_ANSWERS_MS`, in each Node process that imports it. Whatever a
 * write causes is then seen before its answer.
 */
import { ServerResponse } from 'node:http';

const late = Number(process.env.LATE_ANSWERS_MS);
const { end } = ServerResponse.prototype;

ServerResponse.prototype.end = function endLate(...args) {
  if (['GET', 'HEAD', 'OPTIONS'].includes(this.req.method ?? '')) return end.apply(this, args);
  setTimeout(() => end.apply(this, args), late);
  return this;
};
