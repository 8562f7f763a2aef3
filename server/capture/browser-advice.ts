/** The packages of Debian's that a capture needs. */
export const debianPackages = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'];

/** The ways to have a browser for captures, one a line. */
export const browserAdvice = `  Debian:       sudo apt-get update && sudo apt-get install -y ${debianPackages.join(' ')}
  Ubuntu:       sudo npx playwright-core install --with-deps chromium-headless-shell
  other:        install Google Chrome or Chromium
  it is there:  BROWSER_PATH=/path/to/it`;
