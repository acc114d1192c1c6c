import type { Hono } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { callerOf, contextOf, type RequestDependencies } from './request-context.ts';
import { A2A_PATH, readA2aCard, readOnlyCard } from './serve-a2a.ts';

const WELL_KNOWN = '/.well-known';
/** Of A2A 0.2. */
const OLD_CARD = 'agent.json';

/** What clients look for at the root of a host. */
export function mountWellKnown(api: Hono<ApiEnv>, deps: RequestDependencies): void {
  api.get(`${WELL_KNOWN}/agent-card.json`, async (c) => {
    const origin = new URL(c.req.url).origin;
    const isOpen = c.req.header('authorization') === undefined && c.req.header('x-api-key') === undefined;
    const open = isOpen ? await readOnlyCard({ origin }, deps) : undefined;
    if (open) return c.json(open, 200);
    if (isOpen)
      throw new AppError(
        'not-found',
        `Several workflows may be meant. The card of each is at ${A2A_PATH.replace(':slug', '{slug}')}${WELL_KNOWN}/agent-card.json.`,
      );
    const caller = await callerOf(c, { access: 'key' }, deps);
    return c.json(await readA2aCard({ origin }, contextOf(c, caller, deps)), 200);
  });
  for (const root of ['', A2A_PATH])
    api.get(`${root}${WELL_KNOWN}/${OLD_CARD}`, () => {
      throw new AppError('not-found', 'A2A 0.2 is not spoken here. The card of 1.0 and 0.3 is agent-card.json, next to it.');
    });
  // Clients of MCP that were refused guess where to register, and read the errors of OAuth alone.
  api.post('/register', (c) =>
    c.json(
      {
        error: 'invalid_request',
        error_description:
          'This server has no sign-in for MCP clients. Send the key of the endpoint as Authorization: Bearer tlk_…',
      },
      404,
    ),
  );
  api.all(`${WELL_KNOWN}/*`, (c) => {
    throw new AppError('not-found', `There is nothing at ${c.req.path}.`);
  });
}
