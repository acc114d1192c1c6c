import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CredentialUse, GuardedResponse } from '#lib/ports/runtime.ts';
import httpRequest from '#tools/http_request.tool.ts';
import { type CheckContext, defineToolHandler } from '../contract/define-tool-handler.ts';
import { buildBody } from '../http/build-body.ts';
import { isText, type ReadBody, readBody, readText } from '../http/read-response.ts';
import { addressOf, checkRequest, nameOf, sendRequest } from '../http/send-request.ts';

export default defineToolHandler(
  httpRequest,
  async ({ input, context }) => {
    const { fetch, signal, idempotencyKey } = context;
    const body = input.body === undefined ? undefined : await buildBody(input.body, { bodyType: 'text', readFile: noFiles });
    const credential = input.credential === undefined ? undefined : credentialFor(input.credential, context);
    const response = await sendRequest({ ...input, body }, { fetch, signal, idempotencyKey, fieldPrefix: '', credential });
    const { status, headers } = response;
    const isReadable = response.body.byteLength === 0 || isText(response);
    const note = isReadable ? '' : `, with ${response.body.byteLength} bytes that are not text`;
    return {
      data: { status, headers, ...(isReadable ? await bodyOf(response) : { body: null }) },
      summary: `${input.method} ${nameOf(addressOf(input, ''))} answered ${status}${note}`,
    };
  },
  {
    check: async ({ input, context }) => {
      checkRequest({ ...input, body: undefined });
      if (input.credential !== undefined) credentialFor(input.credential, context);
    },
  },
);

/** @throws {NodeFailure} `credential-missing` unless the node lets its tools use it */
function credentialFor(slot: string, { toolSlots, credentialOf }: CheckContext): CredentialUse {
  if (Object.hasOwn(toolSlots, slot)) return credentialOf(slot, 'credential');
  const names = Object.keys(toolSlots).join(', ');
  throw new NodeFailure('credential-missing', `The tools of this node have no credential '${slot}'`, {
    path: 'credential',
    hint: names === '' ? 'Name it in the field Credentials of tools' : `There are: ${names}`,
  });
}

/** What a model chooses never reads a file. */
const noFiles = async () => undefined;

/** The request was made, whatever came back: invalid JSON becomes text. */
async function bodyOf(response: GuardedResponse): Promise<ReadBody> {
  try {
    return await readBody(response);
  } catch {
    return readText(response);
  }
}
