const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Which order' };
const order = { $ref: '#/components/schemas/Order' };
const answer = (description: string) => ({ description, content: { 'application/json': { schema: order } } });

/** A small API for documentation viewers to show. */
export const openApi = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.2.0', description: 'Everything about **orders**: make, read and cancel them.' },
  tags: [{ name: 'orders', description: 'What people ordered' }, { name: 'parts' }],
  paths: {
    '/orders': {
      get: { tags: ['orders'], summary: 'The latest orders', responses: { 200: answer('Twenty of them') } },
      post: {
        tags: ['orders'],
        summary: 'Make an order',
        requestBody: { required: true, content: { 'application/json': { schema: order } } },
        responses: { 201: answer('Made'), 422: { description: 'Something is missing' } },
      },
    },
    '/orders/{id}': {
      get: { tags: ['orders'], summary: 'One order', parameters: [id], responses: { 200: answer('The order') } },
      delete: { tags: ['orders'], summary: 'Cancel it', parameters: [id], responses: { 204: { description: 'Gone' } } },
    },
    '/parts': {
      get: { tags: ['parts'], summary: 'What can be ordered', responses: { 200: { description: 'A list' } } },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['part', 'count'],
        properties: {
          id: { type: 'string', examples: ['o-17'] },
          part: { type: 'string', description: 'Which part' },
          count: { type: 'integer', minimum: 1, maximum: 99 },
          status: { type: 'string', enum: ['open', 'sent', 'cancelled'] },
        },
      },
    },
  },
};
