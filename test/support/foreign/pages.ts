/** A page that the authors of an npm package published with it. */
export interface ForeignPage {
  name: string;
  package: string;
  /** Relative to the package's folder; may have a query and a fragment */
  path: string;
  kind:
    | 'app shell'
    | 'article'
    | 'component gallery'
    | 'dashboard'
    | 'data grid'
    | 'documentation'
    | 'form'
    | 'landing page'
    | 'slide deck'
    | 'small page';
  /** The script of most of its text, or the direction of its layout */
  script: 'Latin' | 'CJK' | 'RTL';
}

type Row = [name: string, path: string, kind: ForeignPage['kind'], script?: ForeignPage['script']];

const from = (name: string, rows: Row[]): ForeignPage[] =>
  rows.map(([page, path, kind, script = 'Latin']) => ({ name: page, package: name, path, kind, script }));

export const foreignPages: readonly ForeignPage[] = [
  ...from('reveal.js', [['reveal-demo', 'demo.html', 'slide deck']]),
  ...from('impress.js', [['impress', 'index.html', 'slide deck']]),
  ...from('webslides', [
    ['webslides', 'index.html', 'slide deck'],
    ['webslides-keynote', 'demos/keynote.html', 'slide deck'],
    ['webslides-longforms', 'demos/longforms.html', 'article'],
    ['webslides-components', 'demos/components.html', 'component gallery'],
    ['webslides-portfolios', 'demos/portfolios.html', 'slide deck'],
    ['webslides-landings', 'demos/landings.html', 'landing page'],
  ]),
  ...from('startbootstrap-creative', [['creative', 'dist/index.html', 'landing page']]),
  ...from('startbootstrap-agency', [['agency', 'dist/index.html', 'landing page']]),
  ...from('startbootstrap-freelancer', [['freelancer', 'dist/index.html', 'landing page']]),
  ...from('startbootstrap-resume', [['resume', 'dist/index.html', 'article']]),
  ...from('startbootstrap-simple-sidebar', [['simple-sidebar', 'dist/index.html', 'app shell']]),
  ...from('startbootstrap-sb-admin', [
    ['sb-admin', 'dist/index.html', 'dashboard'],
    ['sb-admin-charts', 'dist/charts.html', 'dashboard'],
    ['sb-admin-tables', 'dist/tables.html', 'data grid'],
    ['sb-admin-static', 'dist/layout-static.html', 'dashboard'],
    ['sb-admin-login', 'dist/login.html', 'form'],
    ['sb-admin-404', 'dist/404.html', 'small page'],
  ]),
  ...from('material-dashboard', [
    ['material-dashboard', 'pages/dashboard.html', 'dashboard'],
    ['material-tables', 'pages/tables.html', 'data grid'],
    ['material-billing', 'pages/billing.html', 'dashboard'],
    ['material-profile', 'pages/profile.html', 'dashboard'],
    ['material-rtl', 'pages/rtl.html', 'dashboard', 'RTL'],
    ['material-sign-in', 'pages/sign-in.html', 'form'],
    ['material-sign-up', 'pages/sign-up.html', 'form'],
    ['material-notifications', 'pages/notifications.html', 'component gallery'],
    ['material-typography', 'pages/typography.html', 'component gallery'],
    ['material-virtual-reality', 'pages/virtual-reality.html', 'app shell'],
  ]),
  ...from('material-kit', [
    ['material-kit', 'index.html', 'component gallery'],
    ['material-kit-landing', 'examples/landing-page.html', 'landing page'],
    ['material-kit-profile', 'examples/profile-page.html', 'landing page'],
    ['material-kit-login', 'examples/login-page.html', 'form'],
  ]),
  ...from('uikit', [
    ['uikit-article', 'tests/article.html', 'article'],
    ['uikit-base', 'tests/base.html', 'component gallery'],
    ['uikit-form', 'tests/form.html', 'form'],
    ['uikit-navbar', 'tests/navbar.html', 'component gallery'],
    ['uikit-sticky', 'tests/sticky.html', 'component gallery'],
    ['uikit-sticky-parallax', 'tests/sticky-parallax.html', 'landing page'],
    ['uikit-parallax', 'tests/parallax.html', 'landing page'],
    ['uikit-scrollspy', 'tests/scrollspy.html', 'component gallery'],
    ['uikit-height-viewport', 'tests/height-viewport.html', 'landing page'],
    ['uikit-cover', 'tests/cover.html', 'component gallery'],
    ['uikit-slideshow', 'tests/slideshow.html', 'component gallery'],
    ['uikit-masonry', 'tests/grid-masonry.html', 'component gallery'],
    ['uikit-table', 'tests/table.html', 'data grid'],
    ['uikit-modal', 'tests/modal.html', 'component gallery'],
    ['uikit-navbar-rtl', 'tests/navbar.html?rtl', 'component gallery', 'RTL'],
    ['uikit-form-rtl', 'tests/form.html?rtl', 'form', 'RTL'],
    ['uikit-table-rtl', 'tests/table.html?rtl', 'data grid', 'RTL'],
    ['uikit-article-rtl', 'tests/article.html?rtl', 'article', 'RTL'],
  ]),
  ...from('weui', [
    ['weui', 'dist/example/index.html', 'app shell', 'CJK'],
    ['weui-article', 'dist/example/index.html#article', 'article', 'CJK'],
    ['weui-form', 'dist/example/index.html#form', 'form', 'CJK'],
  ]),
  ...from('han-css', [
    ['han', 'demo/index.html', 'documentation', 'CJK'],
    ['han-test', 'demo/test.html', 'article', 'CJK'],
    ['han-ruby', 'demo/ruby.html', 'article', 'CJK'],
    ['han-ja', 'demo/test-ja.html', 'article', 'CJK'],
  ]),
  ...from('html5-boilerplate', [['boilerplate-404', 'dist/404.html', 'small page']]),
  ...from('pouchdb-fauxton', [
    ['fauxton', 'www/index.html', 'app shell'],
    ['fauxton-config', 'www/index.html#/_config', 'app shell'],
  ]),
  ...from('dygraphs', [
    ['dygraphs', '_site/index.html', 'documentation'],
    ['dygraphs-options', '_site/options.html', 'documentation'],
    ['dygraphs-tutorial', '_site/tutorial.html', 'article'],
    ['dygraphs-gallery', '_site/gallery/index.html', 'dashboard'],
    ['dygraphs-jsdoc', '_site/jsdoc/symbols/Dygraph.html', 'documentation'],
    ['dygraphs-rtl', '_site/tests/rtl.html', 'small page', 'RTL'],
  ]),
  ...from('codemirror', [
    ['codemirror-manual', 'doc/manual.html', 'documentation'],
    ['codemirror-releases', 'doc/releases.html', 'article'],
    ['codemirror-bidi', 'demo/bidi.html', 'app shell', 'RTL'],
    ['codemirror-merge', 'demo/merge.html', 'app shell'],
    ['codemirror-theme', 'demo/theme.html', 'app shell'],
  ]),
  ...from('jquery-ui-dist', [['jquery-ui', 'index.html', 'component gallery']]),
  ...from('jsgrid', [
    ['jsgrid', 'demos/basic.html', 'data grid'],
    ['jsgrid-static', 'demos/static-data.html', 'data grid'],
    ['jsgrid-sorting', 'demos/sorting.html', 'data grid'],
  ]),
  ...from('jstree', [['jstree', 'demo/basic/index.html', 'component gallery']]),
  ...from('playwright-core', [['playwright-dashboard', 'lib/vite/dashboard/index.html', 'app shell']]),
  ...from('swagger-ui-dist', [['swagger-ui', 'index.html', 'documentation']]),
];

/** Pages whose layout another page has too, mostly of the same package. */
const alike = new Set([
  ...['webslides-keynote', 'webslides-components', 'webslides-portfolios', 'webslides-landings'],
  ...['freelancer', 'sb-admin-charts', 'sb-admin-tables', 'sb-admin-static', 'sb-admin-login', 'sb-admin-404'],
  ...['material-tables', 'material-billing', 'material-profile', 'material-notifications', 'material-typography'],
  ...['material-sign-in', 'material-sign-up', 'material-kit', 'material-kit-profile', 'material-kit-login'],
  ...['uikit-article', 'uikit-base', 'uikit-form', 'uikit-cover', 'uikit-slideshow', 'uikit-masonry', 'uikit-table'],
  ...['uikit-modal', 'uikit-navbar-rtl', 'uikit-form-rtl', 'uikit-table-rtl', 'weui-article', 'boilerplate-404'],
  ...['han', 'han-ruby', 'han-ja', 'fauxton-config', 'dygraphs', 'dygraphs-options', 'dygraphs-jsdoc', 'dygraphs-rtl'],
  ...['codemirror-releases', 'codemirror-merge', 'codemirror-theme', 'jsgrid-static', 'jsgrid-sorting'],
]);

/** One page of each layout. */
export const distinctPages = foreignPages.filter(({ name }) => !alike.has(name));
