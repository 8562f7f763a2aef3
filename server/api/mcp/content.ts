import type { CallToolResult } from '@modelcontextprotocol/server';
import { ToolContent } from '../../contract/define-operation.ts';
import { jsonBytesOf, jsonOf, quotedBytesOf } from '../json.ts';

/** Returns the object unchanged, and its JSON for clients without structured output. */
export const structured = (result: object): CallToolResult => ({
  content: [{ type: 'text', text: jsonOf(result) }],
  structuredContent: { ...result },
});

/** A review with its link, for clients that show it to their person. */
export function linked(review: object): CallToolResult {
  const { content, ...rest } = structured(review);
  const { review_url } = review as { review_url?: string };
  if (review_url === undefined) return structured(review);
  const link = { type: 'resource_link' as const, uri: review_url, name: 'review', title: 'Open the review' };
  return { ...rest, content: [...content, { ...link, mimeType: 'text/html', annotations: { audience: ['user'] } }] };
}

/** Sentences, then images; never beside structured output, with which clients drop them. */
export function pictured(result: object): CallToolResult {
  const { notes, images } = ToolContent.parse(result);
  return {
    content: [
      ...notes.map((text) => ({ type: 'text' as const, text })),
      ...images.map(({ media_type, data }) => ({ type: 'image' as const, data, mimeType: media_type })),
    ],
  };
}

const head = Buffer.from('{"result":{"content":[{"type":"text","text":');
const middle = Buffer.from('}],"structuredContent":');

/** Returns the answer to a request whose result is `structured(found)`. Its bytes are made once for each `found`. */
export function writeStructured(id: string | number, found: object): Buffer {
  const tail = Buffer.from(`},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
  return Buffer.concat([head, quotedBytesOf(found), middle, jsonBytesOf(found), tail]);
}
