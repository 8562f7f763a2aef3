import { render } from 'preact';
import { createKeep } from '../shared/kept-token.ts';
import { takeOpenCode } from './open-code.ts';
import { WorkspacePage } from './page.tsx';

const code = takeOpenCode();
const keep = createKeep();
keep.follow(window);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<WorkspacePage keep={keep} code={code} />, page);
}
