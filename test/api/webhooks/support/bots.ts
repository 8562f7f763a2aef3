/** The headers of programs that open a link before or instead of a person, as documented or as seen in logs. */
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const agents: Record<string, string> = {
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  WhatsApp: 'WhatsApp/2.23.20.0 A',
  Teams: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Outlook safe links': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft scanner': `${browser} Safari/537.36 Edg/141.0.0.0 OfficeScanner`,
  VirusTotal: 'AppEngine-Google; (+http://code.google.com/appengine; appid: s~virustotalcloud)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Messages on a phone': `${browser} facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
  GitHub: 'github-camo (876de43e)',
  curl: 'curl/8.14.1',
  nothing: '',
};

export interface Bot {
  name: string;
  headers: Record<string, string>;
}

export const bots: readonly Bot[] = [
  ...Object.entries(agents).map(([name, agent]) => ({ name, headers: { 'user-agent': agent, accept: '*/*' } })),
  { name: 'a prefetch', headers: { 'user-agent': browser, purpose: 'prefetch' } },
  { name: 'a prerender', headers: { 'user-agent': browser, 'sec-purpose': 'prefetch;prerender' } },
  { name: 'an anonymous prefetch', headers: { 'user-agent': browser, 'sec-purpose': 'prefetch;anonymous-client-ip' } },
  { name: 'a prefetch of Firefox', headers: { 'user-agent': browser, 'x-moz': 'prefetch' } },
  { name: 'a preview of Safari', headers: { 'user-agent': browser, 'x-purpose': 'preview' } },
  { name: 'a scanner that asks for JSON', headers: { 'user-agent': browser, accept: 'application/json' } },
  {
    name: 'a scanner that says it clicked',
    headers: { 'user-agent': browser, 'sec-fetch-user': '?1', 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  },
  { name: 'one that wants another method', headers: { 'user-agent': browser, 'x-http-method-override': 'POST' } },
];
