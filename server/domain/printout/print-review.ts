import type { Input, Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { requestPrintout } from './request-printout.ts';

export async function printReview(
  ports: Ports,
  { workspaceId }: ClientActor,
  input: Input<'print_review'>,
): Promise<Output<'print_review'>> {
  return requestPrintout(ports, { workspaceId, reviewId: input.id }, input.printout_id);
}
