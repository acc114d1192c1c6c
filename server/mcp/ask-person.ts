import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';
import type { SourcedCall } from '#lib/ports/tool-source.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';

/** Requests for one answer, while what a person enters does not match the schema of the server. */
const MAX_ASKS = 5;
const MAX_MESSAGE_CHARS = 4000;

/** Thrown when there is no decision yet: the call is repeated once there is one. */
export class WaitsForPerson extends Error {
  override readonly name = 'WaitsForPerson';
}

/**
 * Questions of a server during one call, as approvals that wait durably. When the call is repeated, the questions
 * come again in the same order and get the answers they were given.
 */
export function makeElicitation(serverName: string, ask: SourcedCall['ask']) {
  let asked = 0;
  return (params: ElicitRequest['params']): ElicitResult => {
    const number = ++asked;
    const message = withHiddenShown(params.message).slice(0, MAX_MESSAGE_CHARS).toWellFormed();
    if ('url' in params) {
      const decision = ask({
        key: `${number}`,
        description: `${serverName} asks you to open an address, and to confirm here once you are done: ${message}`,
        schema: { type: 'string', title: 'Address', const: params.url },
        value: params.url,
      });
      if (!decision) throw new WaitsForPerson();
      return { action: actionOf(decision.status) };
    }
    const schema = params.requestedSchema as JsonSchema;
    const initial = defaultsOf(schema);
    let problem = '';
    for (let attempt = 1; attempt <= MAX_ASKS; attempt++) {
      const decision = ask({
        key: `${number}.${attempt}`,
        description: `${serverName} asks: ${message}${problem}`,
        schema,
        value: initial,
      });
      if (!decision) throw new WaitsForPerson();
      if (decision.status !== 'confirmed') return { action: actionOf(decision.status) };
      const content = decision.args === undefined ? initial : decision.args;
      const [mismatch] = checkJsonSchema(content, schema);
      if (!mismatch) return { action: 'accept', content: content as NonNullable<ElicitResult['content']> };
      problem = ` (${mismatch.path || 'the value'} ${mismatch.message})`;
    }
    return { action: 'cancel' };
  };
}

function actionOf(status: 'confirmed' | 'rejected' | 'expired' | 'skipped'): ElicitResult['action'] {
  return status === 'confirmed' ? 'accept' : status === 'rejected' ? 'decline' : 'cancel';
}

function defaultsOf({ properties }: JsonSchema): Record<string, unknown> {
  const entries = Object.entries((properties ?? {}) as Record<string, { default?: unknown }>);
  return Object.fromEntries(entries.flatMap(([name, property]) => ('default' in property ? [[name, property.default]] : [])));
}
