import { Logo } from './icons.tsx';
import { site } from './strings.ts';

const { nav } = site;

export function SiteHead({ here }: { here: 'home' | 'workspace' }) {
  return (
    <header class="site-head">
      <a class="brand" href="/" aria-current={here === 'home' ? 'page' : undefined}>
        <Logo /> {site.brand}
      </a>
      <nav aria-label={nav.label}>
        <a href="/workspace" aria-current={here === 'workspace' ? 'page' : undefined}>
          {nav.workspace}
        </a>
        <a href="/help/">{nav.help}</a>
        <a href="/docs">{nav.docs}</a>
      </nav>
    </header>
  );
}
