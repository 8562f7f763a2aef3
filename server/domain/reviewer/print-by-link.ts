import type { Input, Output } from '../../contract/client.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { requestPrintout } from '../printout/request-printout.ts';

export async function printByLink(
  ports: Ports,
  { workspaceId, reviewId }: Reviewer,
  input: Input<'print_by_link'>,
): Promise<Output<'print_by_link'>> {
  return requestPrintout(ports, { workspaceId, reviewId }, input.printout_id);
}
