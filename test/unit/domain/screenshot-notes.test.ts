import { describe, expect, test } from 'vitest';
import { mark, markedReview, openReview, screenshot } from '../../../server/contract/examples.ts';
import type { Mark } from '../../../server/contract/mark.ts';
import type { Review } from '../../../server/contract/review.ts';
import { type Notes, screenshotNotes } from '../../../server/domain/image/screenshot-notes.ts';

const second = { ...screenshot, index: 1, label: 'Checkout · mobile' };
const of = (more: Partial<Review>): Review => ({ ...markedReview, screenshots: [screenshot, second], ...more });
const marked = (id: number, more: Partial<Mark> = {}): Mark => ({ ...mark, id, ...more });

describe('the notes beside the images', () => {
  const full = { width: 1280, height: 2000 };
  const whole = { x: 0, y: 0, ...full };
  const halves = [
    { ...whole, height: 1020 },
    { ...whole, y: 980, height: 1020 },
  ];
  const image = { bytes: Buffer.alloc(0), contentType: 'image/png', width: 640, height: 1000, scale: 0.5 };
  const at = (y: number, id: number, more: Partial<Mark> = {}) => ({
    mark: marked(id, more),
    box: { x: 100, y, width: 50, height: 20 },
    lines: [],
  });
  const notes = (more: Partial<Notes>): string =>
    screenshotNotes({
      ...{ review: { ...openReview, marks: [] }, shot: { ...screenshot, viewport: null }, view: 'shot', full },
      ...{ mark: null, marks: [], drawn: [], parts: [whole], delivered: [{ image, area: whole, part: 1 }] },
      ...more,
    }).join('\n');

  test('name the screenshot, its page, its viewport and its scale', () => {
    expect(notes({})).toContain(
      'Screenshot 0, “Checkout · desktop”, 1280×2000 pixels, page “https://preview.example.com/checkout”.\n' +
        'Image: all of it; 640×1000, scale 0.5: (x, y) on it is (x / 0.5, y / 0.5) on the screenshot.\n' +
        'No marks lie on it.\n',
    );
    const phone = { name: 'phone', width: 390, height: 844, scale: 2 };
    const shot = { ...screenshot, viewport: phone, page_url: null, page_number: 3, notices: ['“Cut” here.'] };
    const text = notes({ review: of({ marks: [] }), shot });
    expect(text).toContain('Screenshot 0 (of 2, from 0), “Checkout · desktop”, 1280×2000 pixels, page 3 of the PDF');
    expect(text).toContain('PDF, viewport “phone” 390×844 at scale 2.');
    expect(text).toContain('; CSS pixels are those / 2.');
    expect(text).toContain('About this shot: “’Cut’ here.”');
  });

  test('say which part is shown, and what lies on others', () => {
    const marks = [at(100, 1), at(1500, 2, { must_fix: false, status: 'verified' }), at(1000, 3)];
    const second = { image, area: halves[1] ?? whole, part: 2 };
    const parts = { parts: halves, marks, drawn: marks };
    const text = notes({ ...parts, delivered: [{ image, area: whole, part: null }, second] });
    expect(text).toContain('Image 1: all of it, small; ');
    expect(text).toContain('Image 2: part 2 of 2, rows 980–1,999 (`part` gives the others); ');
    expect(text).toContain('(x / 0.5, 980 + y / 0.5)');
    expect(text).toContain('Marks drawn on part 2: 2 (verified), 3 (must fix, open). Red: must fix.');
    expect(text).toContain('Further down or up: 1 (must fix, open) on part 1.');
    expect(notes({ ...parts, marks: [at(100, 1)], drawn: [at(100, 1)], delivered: [second] })).toContain(
      'Marks drawn on part 2: None on part 2.',
    );
  });

  test('say what is not drawn, and what other screenshots have', () => {
    const marks = [at(100, 1), at(200, 2)];
    expect(notes({ marks, drawn: marks.slice(0, 1) })).toContain('1 further mark is not drawn;');
    expect(notes({ marks })).toContain('Not drawn: marks 1 (must fix, open), 2 (must fix, open).');
    const review = of({
      marks: [
        marked(1),
        marked(2, { screenshot_index: 1 }),
        marked(3, { screenshot_index: 1, status: 'withdrawn' }),
        marked(4, { screenshot_index: 1 }),
      ],
    });
    expect(notes({ review })).toContain('Marks elsewhere: screenshot 1 has 2, 4.');
  });

  test('of a mark are about its surroundings', () => {
    const around = { x: 60, y: 80, width: 400, height: 300 };
    const marks = [at(100, 1), at(120, 2)];
    const about = { mark: marked(1), marks, parts: [around], delivered: [{ image, area: around, part: 1 }] };
    const text = notes({ ...about, drawn: marks.slice(0, 1) });
    expect(text).toContain('Only the surroundings of mark 1, must fix, open.');
    expect(text).toContain('Image: columns 60–459, rows 80–379; ');
    expect(text).toContain('Also here, not drawn: 2 (must fix, open).');
    expect(text).not.toContain('further marks');
    expect(notes(about)).not.toContain('Also here');
  });

  test('say that there is no difference, and no more', () => {
    const text = notes({ view: 'difference', delivered: [], marks: [at(100, 1)] });
    expect(text).toContain('This is the difference to the previous pass');
    expect(text).toContain('Nothing changed since the previous pass');
    expect(text).not.toContain('No marks');
  });
});
