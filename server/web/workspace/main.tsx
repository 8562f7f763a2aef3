import { render } from 'preact';
import { createKeep } from '../account/keep.ts';
import { WorkspacePage } from './page.tsx';

const keep = createKeep();
keep.follow(window);

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<WorkspacePage keep={keep} />, page);
}
