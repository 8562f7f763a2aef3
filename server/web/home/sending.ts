/**
 * A `fetch` of text that tells how much of the request has gone out, from 0 to 1: what `fetch` itself does not tell.
 * For requests of this page alone.
 */
export function createSending(told: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => told(total === 0 ? 1 : loaded / total);
      request.upload.onload = () => told(1);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request did not get through.'));
      request.onabort = () => reject(new DOMException('Stopped.', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(typeof init.body === 'string' ? init.body : null);
    });
}
