import type { PrintedMark, PrintedReview, PrintedScreenshot } from '../../../../server/domain/printed-review.ts';

export const printedMark = (more: Partial<PrintedMark> = {}): PrintedMark => ({
  number: 1,
  body: 'Too pale',
  mustFix: false,
  status: 'open',
  kind: 'open',
  author: null,
  pass: 1,
  createdAt: '2026-11-20T10:00:00Z',
  screenshot: 'Home',
  position: 'exact',
  element: null,
  selector: null,
  note: null,
  reopenReason: null,
  replies: [],
  ...more,
});

export const printedShot = (more: Partial<PrintedScreenshot> = {}): PrintedScreenshot => ({
  index: 0,
  label: 'Home',
  width: 1440,
  height: 900,
  scale: 1,
  viewport: null,
  page: null,
  pageNumber: null,
  sha256: 'c4'.repeat(32),
  notices: [],
  change: null,
  marks: [],
  ...more,
});

export const printedReview = (more: Partial<PrintedReview> = {}): PrintedReview => ({
  id: '01KJQ60S7E5W2XK9D4B8TN1FVA',
  title: 'Checkout',
  context: null,
  status: 'open',
  reference: null,
  revision: null,
  pass: 1,
  passes: [],
  marks: [],
  screenshots: [],
  problems: [],
  service: 'https://sightline.example.com',
  ...more,
});
