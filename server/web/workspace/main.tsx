import { render } from 'preact';
import { createKeep } from '../shared/kept-token.ts';
import { takeFragment } from '../shared/take-fragment.ts';
import { WorkspacePage } from './page.tsx';

const code = takeFragment('open');
const keep = createKeep();
keep.follow(window);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<WorkspacePage keep={keep} code={code} />, page);
}
