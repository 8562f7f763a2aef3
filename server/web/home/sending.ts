/** Creates a `fetch` for text that reports upload progress from 0 to 1, which `fetch` itself does not. */
export function createSending(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request did not get through.'));
      request.onabort = () => reject(new DOMException('Stopped.', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(typeof init.body === 'string' ? init.body : null);
    });
}
