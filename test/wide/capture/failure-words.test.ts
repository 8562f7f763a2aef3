import { expect, it } from 'vitest';
import { capture } from '../../capture/support/capture.ts';
import { site } from '../../capture/support/site.ts';

it('a page that loops for ever after loading is reported long before the deadline', async () => {
  const { origin, allow } = await site({
    '/': '<script>onload = () => setTimeout(() => { for (;;) {} }, 100)</script>',
  });
  await expect(capture(allow, { url: `${origin}/`, maxSilenceMs: 300 })).rejects.toMatchObject({
    name: 'CaptureFailure',
    reason: 'timeout',
    message: expect.stringContaining('endless loop'),
  });
});
