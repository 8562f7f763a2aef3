import type { CallToolResult, JSONRPCMessage } from '@modelcontextprotocol/server';
import { ToolContent } from '../../contract/define-operation.ts';
import { jsonBytesOf, jsonOf, quotedBytesOf } from '../json.ts';

/** The object as it is, and its JSON for clients that know no structured output. */
export const structured = (result: object): CallToolResult => ({
  content: [{ type: 'text', text: jsonOf(result) }],
  structuredContent: { ...result },
});

/** Sentences, then pictures; never beside structured output, with which clients drop them. */
export function pictured(result: object): CallToolResult {
  const { notes, pictures } = ToolContent.parse(result);
  return {
    content: [
      ...notes.map((text) => ({ type: 'text' as const, text })),
      ...pictures.map(({ media_type, data }) => ({ type: 'image' as const, data, mimeType: media_type })),
    ],
  };
}

const head = Buffer.from('{"result":{"content":[{"type":"text","text":');
const middle = Buffer.from('}],"structuredContent":');

/**
 * An answer as it is sent. One that is `structured(found)` is put together of what is known of `found`: whoever polls a
 * review gets the same bytes again.
 */
export function writeAnswer(answer: JSONRPCMessage, found: object | null): string | Buffer {
  if (found === null || !('result' in answer) || answer.result.isError === true) return JSON.stringify(answer);
  const tail = Buffer.from(`},"jsonrpc":"2.0","id":${JSON.stringify(answer.id)}}`);
  return Buffer.concat([head, quotedBytesOf(found), middle, jsonBytesOf(found), tail]);
}
