import { type McpServer, type ReadResourceResult, ResourceTemplate } from '@modelcontextprotocol/server';
import { ToolContent } from '../../contract/define-operation.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { notFound } from '../../domain/failure.ts';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { callOperation } from '../call.ts';
import { latest, latestIds, readReview } from './reading.ts';
import { refuseRead } from './refusals.ts';
import type { Exchange } from './route.ts';
import { inertJson } from './untrusted.ts';

const REVIEW = 'sightline://reviews/{id}';
const SHOT = 'sightline://reviews/{id}/shots/{index}';

const first = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

/** Adds reviews and their screenshots, for clients that let a person attach resources. */
export function addResources(server: McpServer, ports: Ports, exchange: Exchange<ClientActor>): void {
  const { caller: actor } = exchange;
  const completeId = (begun: string) => latestIds(ports, actor, begun);

  server.registerResource(
    'review',
    new ResourceTemplate(REVIEW, {
      list: async () => ({
        resources: (await latest(ports, actor)).map(({ id, title, status, pass, next_action }) => ({
          uri: REVIEW.replace('{id}', id),
          name: `review ${id}`,
          title: visibleText(title),
          description: `Pass ${pass}, ${status}: ${next_action.action}`,
        })),
      }),
      complete: { id: completeId },
    }),
    { title: 'A review', description: 'One pass with its marks and work packets', mimeType: 'application/json' },
    async (uri, { id }): Promise<ReadResourceResult> => {
      try {
        const review = await readReview(ports, exchange, first(id));
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: inertJson(review) }] };
      } catch (error) {
        throw refuseRead(ports, exchange.requestId, 'review', uri.href, error);
      }
    },
  );

  server.registerResource(
    'shot',
    new ResourceTemplate(SHOT, {
      list: undefined,
      complete: {
        id: completeId,
        async index(begun, context) {
          const id = context?.arguments?.id ?? '';
          const review = await readReview(ports, exchange, id).catch(() => null);
          const indexes = Array.from({ length: review?.counts.screenshots ?? 0 }, (_, at) => String(at));
          return indexes.filter((each) => each.startsWith(begun));
        },
      },
    }),
    { title: 'A screenshot', description: 'One screenshot with its marks drawn and numbered' },
    async (uri, { id, index }): Promise<ReadResourceResult> => {
      try {
        if (!/^\d{1,9}$/.test(first(index))) throw notFound('screenshot');
        const input = { id: first(id), screenshot_index: Number(first(index)) };
        const { images } = ToolContent.parse(await callOperation(ports, 'get_screenshot', actor, input));
        return {
          contents: images.map(({ media_type, data }) => ({ uri: uri.href, mimeType: media_type, blob: data })),
        };
      } catch (error) {
        throw refuseRead(ports, exchange.requestId, 'shot', uri.href, error);
      }
    },
  );
}
