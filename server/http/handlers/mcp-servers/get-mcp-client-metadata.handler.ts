import { getMcpClientMetadata } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { clientMetadataFor } from '../../../mcp/sign-in-provider.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getMcpClientMetadataHandler = defineHandler(getMcpClientMetadata, async ({ deps }) => {
  const { clientMetadataUrl } = deps.mcp;
  if (clientMetadataUrl === undefined) throw new AppError('not-found', 'This server has no public https address.');
  const { origin } = new URL(clientMetadataUrl);
  return { status: 200, body: { client_id: clientMetadataUrl, ...clientMetadataFor(`${origin}/mcp/callback`) } };
});
