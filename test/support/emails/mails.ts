// Emails as senders' tools write them: tables, outdated attributes, and comments for single mail clients.

const row = (name: string, price: string) =>
  `<tr><td style="padding:8px 0;border-bottom:1px solid #eee">${name}</td>
   <td align="right" style="padding:8px 0;border-bottom:1px solid #eee">${price}</td></tr>`;

function receipt(host: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<title>Your receipt</title></head><body bgcolor="#f4f4f7" style="margin:0;padding:0;font-family:Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">Thanks for your order – £42.00</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f4f7"><tr><td align="center" style="padding:24px">
<table width="570" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff"><tr><td style="padding:32px">
<img src="${host}/logo.png" width="120" height="40" alt="Kettle &amp; Co" style="display:block">
<h1 style="font-size:22px;color:#333">Thanks for your order, Zoë</h1>
<p style="color:#51545e">We have sent invoice № 1042 to you. It is paid – nothing is left to do.</p>
<table width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;color:#51545e">
${row('Copper kettle', '£32.00')}${row('Tea, Darjeeling 100 g', '£10.00')}
<tr><td style="padding:12px 0"><strong>Total</strong></td><td align="right"><strong>£42.00</strong></td></tr></table>
<table align="center" cellpadding="0" cellspacing="0" style="margin:24px auto"><tr><td bgcolor="#3869d4" style="border-radius:3px">
<a href="https://shop.example/orders/1042" target="_blank" style="display:inline-block;padding:12px 24px;color:#ffffff;text-decoration:none">View the order</a>
</td></tr></table></td></tr></table></td></tr></table>
<img src="${host}/open.gif" width="1" height="1" alt=""></body></html>`;
}

function newsletter(host: string): string {
  return `<!doctype html><html lang="en" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta charset="utf-8"><title>The Weekly</title><!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<style>.only-word { display: block !important }</style><![endif]--></head>
<body bgcolor="#eeeeee" link="#aa0055"><center>
<!--[if mso]><table width="600"><tr><td><p id="outlook" style="background:#ff0000">For Outlook only</p><![endif]-->
<table id="frame" width="600" align="center" cellpadding="0" cellspacing="0" bgcolor="#ffffff">
<tr><td background="${host}/banner.png" bgcolor="#204060" height="160" valign="middle" align="center">
<!--[if gte mso 9]><v:rect fill="true" stroke="false" style="width:600px;height:160px"><v:fill type="frame" src="${host}/vml.png"/><v:textbox><![endif]-->
<font face="Georgia, serif" size="6" color="#ffffff">The Weekly</font>
<!--[if gte mso 9]></v:textbox></v:rect><![endif]--></td></tr>
<!--[if !mso]><!--><tr><td id="others" bgcolor="#00aa00" height="30" align="center"><font color="#ffffff">For everybody else</font></td></tr><!--<![endif]-->
<![if !vml]><tr><td height="20"></td></tr><![endif]>
<tr><td><table width="100%" cellpadding="20"><tr>${['Spring', 'Summer']
    .map(
      (
        name,
      ) => `<td width="50%" valign="top"><img src="${host}/photo.png?${name}" width="240" height="150" alt="${name}">
<h3>${name} walks</h3><p>Two paths, one map and a thermos. <a href="https://weekly.example/${name}">Read on</a></p></td>`,
    )
    .join('')}</tr></table></td></tr>
<tr><td align="center" style="padding:20px;font-size:12px;color:#888888">You get this since you signed up.
<a href="{{unsubscribe}}">Unsubscribe</a></td></tr></table>
<!--[if mso]></td></tr></table><![endif]--></center></body></html>`;
}

function darkAware(host: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>Sign in</title><style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #ffffff; color: #111111; font-family: -apple-system, Arial, sans-serif }
.card { max-width: 480px; margin: 40px auto; padding: 32px; background: #eef2ff; border-radius: 12px }
.dark-logo { display: none }
@media (prefers-color-scheme: dark) {
  body { background: #101418 !important; color: #e8e8e8 !important } .card { background: #1c2530 !important }
  .light-logo { display: none !important } .dark-logo { display: block !important } }
</style></head><body><div class="card"><img class="light-logo" src="${host}/logo.png" width="120" height="40" alt="">
<img class="dark-logo" src="${host}/logo-dark.png" width="120" height="40" alt=""><h2>Your code is 493 027</h2>
<p>It works for ten minutes. Was it not you? Then there is nothing to do.</p></div></body></html>`;
}

function responsive(host: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plans</title><style>* { box-sizing: border-box } body { margin: 0; font: 16px/1.5 Verdana, sans-serif }
.wrap { max-width: 640px; margin: 0 auto } .col { display: inline-block; width: 33.333%; padding: 12px; vertical-align: top }
.col > div { background: #fdebd0; padding: 12px; min-height: 160px } img { max-width: 100%; height: auto }
@media (max-width: 480px) { .col { display: block; width: 100% } }</style></head><body><div class="wrap">
<img src="${host}/banner.png" srcset="${host}/banner.png 1x, ${host}/banner@2x.png 2x" width="640" alt="Plans">
<div style="font-size:0">${['Small', 'Medium', 'Large']
    .map((name) => `<div class="col"><div style="font-size:15px"><b>${name}</b><p>For teams that grow.</p></div></div>`)
    .join('')}</div></div></body></html>`;
}

function rightToLeft(host: string): string {
  return `<html dir="rtl" lang="ar"><head><meta charset="utf-8"><title>مرحبا</title></head>
<body style="font-family:Tahoma,Arial"><table width="600" align="center" cellpadding="16" style="border:1px solid #ccc"><tr>
<td width="60" bgcolor="#0a7d4f"><img src="${host}/logo.png" width="40" height="40" alt=""></td>
<td><h2>مرحبا بك يا ليلى</h2><p>شكرا لتسجيلك. رقم الطلب <bdi>A-1042</bdi>.</p><p dir="rtl" lang="he">שלום, ההזמנה שלך בדרך.</p></td>
</tr></table></body></html>`;
}

const fragment =
  '<p>Hi Sam,</p>\r\n<p>the build is <b>green</b> again. Naïve café – 日本語 ✅</p>\r\n<p>— the robot</p>\r\n';

function webFont(host: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Fonts</title>
<link rel="stylesheet" href="${host}/font.css"><style>@import url("${host}/more.css");
h1 { font-family: "House Sans", Georgia, serif; font-size: 40px } .late { color: #ffffff }</style></head>
<body><h1>Set in our own face</h1><p class="late">And coloured by an import.</p>
<style>p { background: #222244; padding: 10px }</style></body></html>`;
}

/** 16,000 CSS pixels tall. */
function huge(host: string): string {
  const sections = Array.from(
    { length: 40 },
    (_, at) => `<tr><td height="400" bgcolor="${at % 2 === 0 ? '#fafafa' : '#e0e8f0'}" valign="top" style="padding:0">
<h2 style="margin:0">Story ${at + 1}</h2><img src="${host}/photo.png?${at}" width="240" height="150" alt=""></td></tr>`,
  ).join('');
  return `<!doctype html><title>Digest</title><body style="margin:0"><table width="600" align="center" cellspacing="0" cellpadding="0">${sections}</table>`;
}

const moving = `<style>@keyframes pulse { from { opacity: .2 } to { opacity: 1; transform: scale(1.2) } }
.cta { animation: pulse 900ms infinite alternate; background: #d6336c; color: #fff; padding: 20px; width: 200px }
.cta:hover { background: #000 }</style><div class="cta">Only today</div><marquee>Sale sale sale</marquee><blink>!</blink>`;

/** Returns realistic emails by name. Their images are at `host`. */
export function mails(host: string): Record<string, string> {
  return {
    receipt: receipt(host),
    newsletter: newsletter(host),
    'dark-mode aware': darkAware(host),
    responsive: responsive(host),
    'right to left': rightToLeft(host),
    'plain fragment': fragment,
    'web font': webFont(host),
    'huge digest': huge(host),
    moving,
    'words alone': 'Hello,\n\nno markup at all. 2 < 3 & 5 > 4.\n',
  };
}
