import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listening } from '../adapters/support/servers.ts';
import { capture } from './support/browser.ts';
import { type Site, site } from './support/site.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Something private that listens on TCP and UDP of one port, and counts who comes. */
async function victim() {
  const came: string[] = [];
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      came.push(`tcp ${data.toString('latin1').split('\r\n')[0]}`);
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n');
    });
  });
  const server = await listening(tcp, 'http', '0.0.0.0');
  const udp = createSocket('udp4', () => came.push('udp'));
  await new Promise<void>((resolve) => udp.bind(server.port, '0.0.0.0', resolve));
  ends.push(async () => {
    udp.close();
    await server.close();
  });
  return { port: server.port, came };
}

/** Every way a page has to make its browser talk to `host`. */
function attacks(host: string): string {
  const http = `http://${host}`;
  return `<!doctype html><title>attack</title>
    <link rel=dns-prefetch href="${http}"><link rel=preconnect href="${http}"><link rel=prefetch href="${http}/prefetch">
    <link rel=preload as=font crossorigin href="${http}/preload"><link rel=stylesheet href="${http}/style">
    <link rel=manifest href="${http}/manifest"><link rel=icon href="${http}/icon"><link rel=modulepreload href="${http}/m">
    <style>@import url(${http}/import); @font-face { font-family: x; src: url(${http}/font) }
      body { background: url(${http}/background); font-family: x }</style>
    <body>text<img src="${http}/img"><img srcset="${http}/srcset 2x"><iframe src="${http}/iframe"></iframe>
    <object data="${http}/object"></object><embed src="${http}/embed"><video src="${http}/video" autoplay></video>
    <audio src="${http}/audio" autoplay></audio><video poster="${http}/poster"><track src="${http}/track" default></video>
    <script src="${http}/script"></script><svg><image href="${http}/svg"/><use href="${http}/use#x"/></svg>
    <iframe src=/redirect></iframe><img src=/redirect><iframe name=target></iframe>
    <form id=form method=post target=target action="${http}/form"><input name=a value=b></form>
    <a id=ping href="#x" ping="${http}/ping">x</a>
    <script>
      const go = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => 0) } catch {} };
      go(() => fetch('${http}/fetch', { mode: 'no-cors' }));
      go(() => fetch('/redirect', { mode: 'no-cors' }));
      go(() => fetch('${http}/keepalive', { method: 'POST', keepalive: true, mode: 'no-cors', body: 'x' }));
      go(() => { const x = new XMLHttpRequest(); x.open('POST', '${http}/xhr'); x.send('x') });
      go(() => navigator.sendBeacon('${http}/beacon', 'x'));
      go(() => new WebSocket('ws://${host}/ws'));
      go(() => new WebSocket('wss://${host}/wss'));
      go(() => new WebSocket('ws://' + location.host + '/redirect'));
      go(() => new EventSource('${http}/events'));
      go(() => new WebTransport('https://${host}/transport'));
      go(() => window.open('${http}/popup'));
      go(() => document.getElementById('form').submit());
      go(() => document.getElementById('ping').click());
      go(() => new Worker(URL.createObjectURL(new Blob(["fetch('${http}/worker', { mode: 'no-cors' }).catch(() => 0); try { importScripts('${http}/imported') } catch {}"]))));
      go(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('${http}/shared', { mode: 'no-cors' })"]))));
      go(() => navigator.serviceWorker.register('/sw.js'));
      go(() => import('${http}/module'));
      go(() => CSS.paintWorklet && CSS.paintWorklet.addModule('${http}/worklet'));
      go(() => {
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: 'stun:${host}' }, { urls: ['turn:${host}?transport=udp', 'turn:${host}?transport=tcp'], username: 'u', credential: 'c' } ] });
        peer.createDataChannel('x');
        return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      });
      fetch('/ran');
    </script>`;
}

async function attackSite(host: string): Promise<Site> {
  const pages = await site({
    '/': attacks(host),
    '/redirect': { status: 302, headers: { location: `http://${host}/redirected` } },
    '/sw.js': {
      headers: { 'content-type': 'text/javascript' },
      body: `self.addEventListener('install', () => fetch('http://${host}/sw', { mode: 'no-cors' }))`,
    },
    '/ran': 'yes',
  });
  ends.push(() => pages.close());
  return pages;
}

describe('a page that reaches for private places', () => {
  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '127.1', '[::ffff:127.0.0.1]'])('as %s reaches none', async (host) => {
    const { port, came } = await victim();
    const pages = await attackSite(`${host}:${port}`);
    const shot = await capture(pages.allow, { url: `${pages.origin}/` });
    expect(pages.requests.map(({ path }) => path)).toContain('/ran');
    expect(shot.title).toBe('attack');
    expect(shot.refusal).toContain('not a public address');
    expect(came).toEqual([]);
  });

  it('reaches them by the same ways when they are allowed, so the ways are real', async () => {
    const { port, came } = await victim();
    const pages = await attackSite(`127.0.0.1:${port}`);
    await capture(`${pages.allow},capture=127.0.0.1/32:${port}`, { url: `${pages.origin}/` });
    const paths = came.map((line) => line.split(' ')[2]);
    for (const way of ['/fetch', '/img', '/iframe', '/redirected', '/ws', '/xhr', '/beacon', '/worker', '/style']) {
      expect(paths).toContain(way);
    }
    expect(new Set(paths).size).toBeGreaterThan(20);
    expect(came).not.toContain('udp');
  });
});
