/** One way in which a page makes its browser contact a host, which then sees the path `/w/<name>`. */
export interface Way {
  name: string;
  /** HTML for the page's body, or for its head when it begins with `<link`, `<meta` or `<style`. */
  markup?: string;
  /** Code that runs once the page has loaded. */
  script?: string;
  /** A document that is shown in a frame. */
  page?: { body: string; headers?: Record<string, string> };
  /** Whether it arrives when allowed. Others are too new, were removed, or end before they send a path. */
  arrives: boolean;
}

type Make = (url: string, to: string, host: string) => Omit<Way, 'name' | 'arrives'>;

const blob = (code: string, type = 'text/javascript') =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: '${type}' }))`;
const quiet = (url: string) => `fetch('${url}', { mode: 'no-cors' }).catch(() => 0)`;
const style =
  (rule: (url: string) => string): Make =>
  (url) => ({ markup: `<style>${rule(url)}</style>` });
const markup =
  (html: (url: string, to: string) => string): Make =>
  (url, to) => ({ markup: html(url, to) });
const script =
  (code: (url: string, to: string, host: string) => string): Make =>
  (url, to, host) => ({ script: code(url, to, host) });
const framed =
  (body: (url: string, to: string) => string, headers: (url: string) => Record<string, string> = () => ({})): Make =>
  (url, to) => ({ page: { body: body(url, to), headers: headers(url) } });
const peer = (servers: string) => `
  const peer = new RTCPeerConnection({ iceServers: [${servers}] });
  peer.onicecandidate = ({ candidate }) => candidate && candidate.candidate && fetch('/candidate?' + encodeURIComponent(candidate.candidate));
  peer.createDataChannel('x');
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;

/** Ways that must arrive when they are allowed, because otherwise their absence would prove nothing. */
const real: Record<string, Make> = {
  'link-stylesheet': markup((url) => `<link rel=stylesheet href="${url}">`),
  'link-stylesheet-print': markup((url) => `<link rel=stylesheet media=print href="${url}">`),
  'link-preload-font': markup((url) => `<link rel=preload as=font crossorigin href="${url}">`),
  'link-preload-image': markup((url) => `<link rel=preload as=image href="${url}">`),
  'link-modulepreload': markup((url) => `<link rel=modulepreload href="${url}">`),
  'css-import': markup((url) => `<style>@import url(${url});</style>`),
  'css-font': style((url) => `@font-face { font-family: far; src: url(${url}) } .far { font-family: far }`),
  'css-background': style((url) => `.b1 { background: url(${url}) }`),
  'css-image-set': style((url) => `.b2 { background: image-set(url(${url}) 1x) }`),
  'css-cross-fade': style((url) => `.b3 { background: -webkit-cross-fade(url(${url}), url(${url}), 50%) }`),
  'css-border-image': style((url) => `.b4 { border: 3px solid; border-image: url(${url}) 3 }`),
  'css-list-style': style((url) => `.b5 { display: list-item; list-style: url(${url}) inside }`),
  'css-content': style((url) => `.b6::before { content: url(${url}) }`),
  'css-mask': style((url) => `.b7 { mask: url(${url}) }`),
  'css-shape-outside': style((url) => `.b8 { float: left; shape-outside: url(${url}) }`),
  'css-cursor': style((url) => `.b9 { cursor: url(${url}), auto }`),
  'css-adopted': script(
    (url) => `const s = new CSSStyleSheet(); s.replaceSync('.c1 { background: url(${url}) }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, s]`,
  ),
  'css-in-shadow': script(
    (url) => `const d = document.body.appendChild(document.createElement('div'));
      d.attachShadow({ mode: 'open' }).innerHTML = '<style>p { background: url(${url}) }</style><p>x'`,
  ),
  'font-face-api': script((url) => `return new FontFace('f', 'url(${url})').load()`),
  img: markup((url) => `<img src="${url}">`),
  'img-srcset': markup((url) => `<img srcset="${url} 1x">`),
  'img-lazy': markup((url) => `<img loading=lazy width=9 height=9 src="${url}">`),
  'picture-source': markup((url) => `<picture><source srcset="${url}"><img></picture>`),
  'image-object': script((url) => `new Image().src = '${url}'`),
  'image-onerror': markup((url) => `<img src="data:," onerror="${quiet(url)}">`),
  'input-image': markup((url) => `<input type=image src="${url}">`),
  'body-background': framed((url) => `<body background="${url}">`),
  'svg-image': markup((url) => `<svg><image href="${url}"/></svg>`),
  'svg-fe-image': markup(
    (url) => `<svg><filter id=fi><feImage href="${url}"/></filter><rect width=9 height=9 filter="url(#fi)"/></svg>`,
  ),
  'svg-foreign-object': markup(
    (url) => `<svg><foreignObject width=9 height=9><img src="${url}"></foreignObject></svg>`,
  ),
  'svg-script': markup((url) => `<svg><script href="${url}"></script></svg>`),
  iframe: markup((url) => `<iframe src="${url}"></iframe>`),
  'iframe-sandbox': markup((url) => `<iframe sandbox src="${url}"></iframe>`),
  'iframe-srcdoc': markup((url) => `<iframe srcdoc="<img src='${url}'>"></iframe>`),
  'iframe-data': markup((url) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`),
  'iframe-blob': script(
    (url) => `const f = document.createElement('iframe'); f.src = ${blob(`<img src="${url}">`, 'text/html')};
      document.body.append(f)`,
  ),
  'iframe-javascript': markup((url) => `<iframe src="javascript:'<img src=${url}>'"></iframe>`),
  'iframe-frameset': framed((url) => `<frameset><frame src="${url}"></frameset>`),
  'iframe-xslt': framed(
    (url) => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><img src="${url}"/></body></html>`,
    () => ({ 'content-type': 'application/xhtml+xml' }),
  ),
  object: markup((url) => `<object data="${url}"></object>`),
  'object-svg-type': markup((url) => `<object type="image/svg+xml" data="${url}"></object>`),
  embed: markup((url) => `<embed src="${url}" type="text/html">`),
  'video-src': markup((url) => `<video src="${url}" autoplay muted></video>`),
  'video-source': markup((url) => `<video autoplay muted><source src="${url}"></video>`),
  'video-poster': markup((url) => `<video poster="${url}"></video>`),
  'audio-object': script((url) => `new Audio('${url}').play().catch(() => 0)`),
  script: markup((url) => `<script src="${url}"></script>`),
  'script-module': markup((url) => `<script type=module src="${url}"></script>`),
  'script-import': script((url) => `return import('${url}')`),
  'document-write': framed((url) => `<script>document.write('<img src="${url}">')</script>`),
  fetch: script((url) => quiet(url)),
  'fetch-post': script((url) => `return fetch('${url}', { method: 'POST', mode: 'no-cors', body: 'x' })`),
  'fetch-keepalive': script(
    (url) => `return fetch('${url}', { method: 'POST', keepalive: true, mode: 'no-cors', body: 'x' })`,
  ),
  'fetch-preflight': script((url) => `return fetch('${url}', { method: 'PUT', headers: { 'x-a': 'b' } })`),
  'fetch-from-srcdoc': markup((url) => `<iframe srcdoc="<script>${quiet(url)}</script>"></iframe>`),
  xhr: script((url) => `const x = new XMLHttpRequest(); x.open('POST', '${url}'); x.send('x')`),
  'send-beacon': script((url) => `navigator.sendBeacon('${url}', 'x')`),
  'send-beacon-blob': script((url) => `navigator.sendBeacon('${url}', new Blob(['x'], { type: 'text/plain' }))`),
  'event-source': script((url) => `new EventSource('${url}')`),
  'web-socket': script((url) => `new WebSocket('${url.replace('http', 'ws')}')`),
  'web-socket-in-worker': script((url) => `new Worker(${blob(`new WebSocket('${url.replace('http', 'ws')}')`)})`),
  'worker-fetch': script((url) => `new Worker(${blob(quiet(url))})`),
  'worker-import-scripts': script((url) => `new Worker(${blob(`importScripts('${url}')`)})`),
  'worker-module-import': script((url) => `new Worker(${blob(`import('${url}').catch(() => 0)`)}, { type: 'module' })`),
  'worker-nested': script(
    (url) =>
      `new Worker(${blob(`new Worker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' })"])))`)})`,
  ),
  'worker-xhr': script(
    (url) => `new Worker(${blob(`const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`)})`,
  ),
  'shared-worker': script((url) => `new SharedWorker(${blob(quiet(url))})`),
  'audio-worklet': script((url) => `return new OfflineAudioContext(1, 9, 9000).audioWorklet.addModule('${url}')`),
  'cache-add': script(
    (url) => `return caches.open('x').then((c) => c.add(new Request('${url}', { mode: 'no-cors' })))`,
  ),
  'form-get': markup((url) => `<form class=go target=t1 action="${url}"></form><iframe name=t1></iframe>`),
  'form-post': markup((url) => `<form class=go method=post target=t2 action="${url}"></form><iframe name=t2></iframe>`),
  'button-formaction': markup(
    (url) =>
      `<form target=t3><button class=click formmethod=post formaction="${url}">x</button></form><iframe name=t3></iframe>`,
  ),
  'link-target': markup((url) => `<a class=click target=t4 href="${url}">x</a><iframe name=t4></iframe>`),
  'meta-refresh': framed((url) => `<meta http-equiv=refresh content="0;url=${url}">`),
  'header-refresh': framed(
    () => 'x',
    (url) => ({ refresh: `0;url=${url}` }),
  ),
  'header-link-preload': framed(
    () => 'x',
    (url) => ({ link: `<${url}>; rel=preload; as=image` }),
  ),
  'location-href': framed((url) => `<script>location.href = '${url}'</script>`),
  'location-replace': framed((url) => `<script>location.replace('${url}')</script>`),
  'navigation-api': framed((url) => `<script>navigation.navigate('${url}')</script>`),
  'csp-report-uri': framed(
    () => '<img src="data:image/gif;base64,AA">',
    (url) => ({ 'content-security-policy': `default-src 'none'; report-uri ${url}` }),
  ),
  'redirect-img': markup((_url, to) => `<img src="${to}">`),
  'redirect-iframe': markup((_url, to) => `<iframe src="${to}"></iframe>`),
  'redirect-script': markup((_url, to) => `<script src="${to}"></script>`),
  'redirect-style': markup((_url, to) => `<link rel=stylesheet href="${to}">`),
  'redirect-fetch': script((_url, to) => quiet(to)),
  'redirect-chain': script((_url, to) => quiet(`${to}?hops=3`)),
  'redirect-307-post': script(
    (_url, to) => `return fetch('${to}?status=307', { method: 'POST', mode: 'no-cors', body: 'x' })`,
  ),
  'redirect-308-beacon': script((_url, to) => `navigator.sendBeacon('${to}?status=308', 'x')`),
  'redirect-video': markup((_url, to) => `<video src="${to}" autoplay muted></video>`),
  'redirect-worker-fetch': script(
    (_url, to) =>
      `new Worker(${blob('onmessage = ({ data }) => fetch(data, { mode: "no-cors" })')}).postMessage(new URL('${to}', location).href)`,
  ),
};

/** Ways that this browser does not complete even when allowed. They are tried because browsers change. */
const others: Record<string, Make> = {
  'link-dns-prefetch': markup((url) => `<link rel=dns-prefetch href="${url}">`),
  'link-preconnect': markup((url) => `<link rel=preconnect href="${url}">`),
  'link-prefetch': markup((url) => `<link rel=prefetch href="${url}">`),
  'link-prerender': markup((url) => `<link rel=prerender href="${url}">`),
  'link-manifest': markup((url) => `<link rel=manifest href="${url}">`),
  'link-icon': markup((url) => `<link rel=icon href="${url}">`),
  'link-touch-icon': markup((url) => `<link rel=apple-touch-icon href="${url}">`),
  'link-search': markup((url) => `<link rel=search type=application/opensearchdescription+xml href="${url}">`),
  'speculation-prefetch': markup(
    (url) => `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${url}"]}]}</script>`,
  ),
  'speculation-prerender': markup(
    (url) => `<script type=speculationrules>{"prerender":[{"source":"list","urls":["${url}"]}]}</script>`,
  ),
  'css-filter': style((url) => `.d1 { filter: url(${url}#x) }`),
  'css-clip-path': style((url) => `.d2 { clip-path: url(${url}#x) }`),
  'css-paint-worklet': script((url) => `return CSS.paintWorklet.addModule('${url}')`),
  'svg-use': markup((url) => `<svg><use href="${url}#x"/></svg>`),
  'svg-in-img': markup(
    (url) => `<img src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>'>`,
  ),
  'table-background': markup((url) => `<table background="${url}"><td>x</table>`),
  'video-track': markup((url) => `<video><track src="${url}" default></video>`),
  applet: markup((url) => `<applet archive="${url}" codebase="${url}"></applet>`),
  portal: markup((url) => `<portal src="${url}"></portal>`),
  fencedframe: markup((url) => `<fencedframe src="${url}"></fencedframe>`),
  'xml-external-dtd': framed(
    (url) => `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${url}"><x/>`,
    () => ({ 'content-type': 'text/xml' }),
  ),
  'xml-entity': framed(
    (url) => `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]><x>&e;</x>`,
    () => ({ 'content-type': 'text/xml' }),
  ),
  'anchor-ping': markup((url) => `<a class=click href="#x" ping="${url}">x</a>`),
  'anchor-download': framed((url) => `<a id=a download href="${url}">x</a><script>a.click()</script>`),
  'attribution-src': markup((url) => `<img attributionsrc="${url}" src="data:,">`),
  'window-open': script((url) => `window.open('${url}')`),
  'window-open-noopener': script((url) => `window.open('${url}', '', 'noopener')`),
  'window-print': script(
    (url) => `const w = window.open('about:blank'); w.document.write('<img src="${url}">'); w.print()`,
  ),
  'fetch-later': script((url) => `fetchLater('${url}', { activateAfter: 0 })`),
  'beacon-on-hide': script((url) => `addEventListener('pagehide', () => navigator.sendBeacon('${url}', 'x'))`),
  'keepalive-on-unload': script(
    (url) => `addEventListener('unload', () => fetch('${url}', { keepalive: true, method: 'POST', mode: 'no-cors' }))`,
  ),
  'private-token': script(
    (url) => `return fetch('${url}', { privateToken: { version: 1, operation: 'token-request' }, mode: 'no-cors' })`,
  ),
  'browsing-topics': script((url) => `return fetch('https${url.slice(4)}', { browsingTopics: true })`),
  'shared-storage': script((url) => `return sharedStorage.createWorklet('${url}')`),
  'cookie-store': script(
    (_url, _to, host) => `return cookieStore.set({ name: 'a', value: 'b', domain: '${host.split(':')[0]}' })`,
  ),
  fedcm: script(
    (url) => `return navigator.credentials.get({ identity: { providers: [{ configURL: '${url}', clientId: 'x' }] } })`,
  ),
  'payment-manifest': script(
    (url) =>
      `return new PaymentRequest([{ supportedMethods: 'https${url.slice(4)}' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
  ),
  'notification-icon': script((url) => `new Notification('x', { icon: '${url}' })`),
  'media-session': script(
    (url) => `navigator.mediaSession.metadata = new MediaMetadata({ title: 'x', artwork: [{ src: '${url}' }] })`,
  ),
  'presentation-api': script((url) => `return new PresentationRequest('${url}').start()`),
  'service-worker': script(() => `return navigator.serviceWorker.register('/sw.js')`),
  'background-fetch': script(
    (url) => `return navigator.serviceWorker.ready.then((r) => r.backgroundFetch.fetch('x', ['${url}']))`,
  ),
  'web-socket-secure': script((url) => `new WebSocket('wss${url.slice(4)}')`),
  'web-socket-stream': script((url) => `return new WebSocketStream('ws${url.slice(4)}').opened`),
  'web-socket-redirect': script((_url, to) => `new WebSocket('ws://' + location.host + '${to}')`),
  'event-source-redirect': script((_url, to) => `new EventSource('${to}?cors=1')`),
  'web-transport': script((url) => `return new WebTransport('https${url.slice(4)}').ready`),
  'web-transport-hash': script(
    (url) =>
      `return new WebTransport('https${url.slice(4)}', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }).ready`,
  ),
  'https-image': script((url) => `new Image().src = 'https${url.slice(4)}'`),
  'udp-socket': script(
    (_url, _to, host) => `return new UDPSocket({ remoteAddress: '${host.split(':')[0]}', remotePort: 53 }).opened`,
  ),
  'tcp-socket': script((_url, _to, host) => `return new TCPSocket('${host.split(':')[0]}', 80).opened`),
  'rtc-host-candidates': script(() => peer('')),
  'rtc-stun': script((_url, _to, host) => peer(`{ urls: 'stun:${host}' }`)),
  'rtc-turn-udp': script((_url, _to, host) =>
    peer(`{ urls: 'turn:${host}?transport=udp', username: 'u', credential: 'c' }`),
  ),
  'rtc-turn-tcp': script((_url, _to, host) =>
    peer(`{ urls: 'turn:${host}?transport=tcp', username: 'u', credential: 'c' }`),
  ),
  'rtc-turn-tls': script((_url, _to, host) =>
    peer(`{ urls: 'turns:${host}?transport=tcp', username: 'u', credential: 'c' }`),
  ),
  'rtc-remote-candidate': script(
    (_url, _to, host) => `const a = new RTCPeerConnection(); a.createDataChannel('x');
      return a.createOffer().then(async (offer) => {
        await a.setLocalDescription(offer);
        const b = new RTCPeerConnection();
        await b.setRemoteDescription(offer);
        const answer = await b.createAnswer();
        await a.setRemoteDescription(answer);
        const port = '${host}'.match(/:(\\d+)$/)[1];
        for (const kind of ['udp', 'tcp']) await a.addIceCandidate({ sdpMid: '0', candidate:
          'candidate:1 1 ' + kind + ' 2122260223 127.0.0.1 ' + port + ' typ host' + (kind === 'tcp' ? ' tcptype passive' : '') });
      })`,
  ),
  'header-alt-svc': framed(
    () => '<script>setTimeout(() => fetch("/ran-again"), 50)</script>',
    (url) => ({ 'alt-svc': `h3="${new URL(url).host}"; ma=60, h2="${new URL(url).host}"; ma=60` }),
  ),
  'header-hsts': framed(
    () => 'x',
    () => ({ 'strict-transport-security': 'max-age=9; includeSubDomains; preload' }),
  ),
  'header-nel': framed(
    () => '<img src="/missing">',
    (url) => ({
      'report-to': JSON.stringify({ group: 'n', max_age: 60, endpoints: [{ url: `https${url.slice(4)}` }] }),
      nel: JSON.stringify({ report_to: 'n', max_age: 60, success_fraction: 1, failure_fraction: 1 }),
    }),
  ),
  'header-reporting-endpoints': framed(
    () => '<img src="data:image/gif;base64,AA">',
    (url) => ({
      'reporting-endpoints': `e="https${url.slice(4)}"`,
      'content-security-policy': "default-src 'none'; report-to e",
      'cross-origin-embedder-policy': 'require-corp; report-to="e"',
    }),
  ),
  'header-expect-ct': framed(
    () => 'x',
    (url) => ({ 'expect-ct': `max-age=9, report-uri="https${url.slice(4)}"` }),
  ),
  'header-proxy-authenticate': framed(
    () => 'x',
    () => ({ 'proxy-authenticate': 'Negotiate', 'proxy-connection': 'keep-alive' }),
  ),
  'header-source-map': framed(
    () => '<script>1</script>',
    (url) => ({ sourcemap: url }),
  ),
  'wpad-name': markup(() => '<img src="http://wpad/wpad.dat"><img src="http://wpad.local/wpad.dat">'),
  'file-frame': markup(() => '<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname">'),
  'file-with-host': markup((url) => `<img src="file:${url.slice(5)}">`),
  'ftp-image': markup((url) => `<img src="ftp${url.slice(4)}"><iframe src="ftp${url.slice(4)}"></iframe>`),
  'view-source-frame': markup((url) => `<iframe src="view-source:${url}"></iframe>`),
  'chrome-frame': markup(
    () => '<iframe src="chrome://net-internals/"></iframe><iframe src="about:inducebrowsercrashforrealz"></iframe>',
  ),
  'filesystem-frame': markup((url) => `<iframe src="filesystem:${url}"></iframe>`),
  'external-protocol': markup(
    (url) => `<iframe src="ssh:${url.slice(5)}"></iframe><iframe src="smb:${url.slice(5)}"></iframe>`,
  ),
};

/** Returns all ways to `host` (`name:port`), for a page on a site that redirects `/to/<name>` there. */
export function waysTo(host: string): Way[] {
  const make = (table: Record<string, Make>, arrives: boolean) =>
    Object.entries(table).map(([name, way]) => ({
      name,
      arrives,
      ...way(`http://${host}/w/${name}`, `/to/${name}`, host),
    }));
  return [...make(real, true), ...make(others, false)];
}
