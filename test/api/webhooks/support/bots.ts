/** The headers of programs that open a link before or instead of a person, as documented or as seen in logs. */
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const agents: Record<string, string> = {
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack images': 'Slack-ImgProxy (+https://api.slack.com/robots)',
  X: 'Twitterbot/1.0',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Meta: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  WhatsApp: 'WhatsApp/2.23.20.0 A',
  Telegram: 'TelegramBot (like TwitterBot)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Teams: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Outlook safe links': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft scanner': `${browser} Safari/537.36 Edg/141.0.0.0 OfficeScanner`,
  Exchange: 'Microsoft Office Existence Discovery',
  Proofpoint: `${browser} Safari/537.36 Proofpoint-URL-Defense`,
  Mimecast: 'Mozilla/5.0 (compatible; Mimecast URL Protect)',
  Barracuda: 'Barracuda Sentinel (EE)',
  'Trend Micro': 'Mozilla/5.0 (compatible; TrendMicro WRS)',
  VirusTotal: 'AppEngine-Google; (+http://code.google.com/appengine; appid: s~virustotalcloud)',
  'Google read aloud': `${browser} Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters)`,
  'Google images': 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  Googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  Bing: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Bing preview': `${browser} Safari/537.36 BingPreview/1.0b`,
  Apple: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) (Applebot/0.1)',
  'Messages on a phone': `${browser} facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
  Pinterest: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  Reddit: 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  Mastodon: 'Mastodon/4.5.0 (http.rb/5.3.1; +https://mastodon.example/) Bot',
  GitHub: 'github-camo (876de43e)',
  Notion: 'Mozilla/5.0 (compatible; Notionbot/1.0)',
  Embedly: 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  Iframely: 'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  curl: 'curl/8.14.1',
  Wget: 'Wget/1.25.0',
  Python: 'python-requests/2.32.5',
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
