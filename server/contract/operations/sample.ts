import { z } from 'zod';
import { Timestamp } from '../common.ts';
import { defineOperation } from '../define-operation.ts';
import { times } from '../examples.ts';

export const createSampleReview = defineOperation({
  name: 'create_sample_review',
  title: 'Open a sample review',
  description:
    'Makes a sample review, to try the review page with. It costs nothing, belongs to no workspace, notifies nobody and is deleted after a day.',
  group: 'Reviews',
  actor: 'anyone',
  rest: { method: 'POST', path: '/api/sample-review', success: 201 },
  limits: [
    { max: 10, seconds: 3600, what: 'sample reviews' },
    { max: 30, seconds: 86_400, what: 'sample reviews' },
  ],
  input: z.object({}),
  output: z.object({ review_url: z.url(), expires_at: Timestamp }),
  errors: ['forbidden', 'rate_limited'],
  example: {
    description: 'A visitor of the home page wants to see a review.',
    input: {},
    output: {
      review_url: 'https://sightline.example.com/r/Vb2ePz6sW1kTq8nXyRj4uMd0hLc7fGa9oSi3wEBtZQp',
      expires_at: times.nextPass,
    },
  },
});
