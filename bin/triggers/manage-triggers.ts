import type { Client } from '#lib/api/client.ts';
import { listTriggerEvents, type TriggerEventResource, type TriggerResource } from '#lib/api/triggers.contract.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer, type Where } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const LISTED = 20;

export type TriggersCall = {
  /** What to do, then a workflow, an endpoint or an event, then a trigger. */
  readonly operands: readonly string[];
  readonly options: {
    readonly status: string | undefined;
    readonly limit: string | undefined;
    readonly secret: string | undefined;
    readonly draft: boolean;
    readonly json: boolean;
  };
};
type Act = {
  readonly client: Client;
  readonly of: string;
  readonly triggerId: string;
  readonly options: TriggersCall['options'];
  readonly terminal: Terminal;
  readonly server: string;
};

type Action = { readonly takesTrigger: boolean; readonly act: (act: Act) => Promise<void> };
const actions: Readonly<Record<string, Action>> = {
  list: { takesTrigger: false, act: list },
  events: { takesTrigger: true, act: listEvents },
  on: { takesTrigger: true, act: (act) => turn(act, true) },
  off: { takesTrigger: true, act: (act) => turn(act, false) },
  secret: { takesTrigger: true, act: setSecret },
  replay: { takesTrigger: false, act: replay },
};

/** `threadloom triggers`. @returns the exit code */
export async function manageTriggers({ operands, options }: TriggersCall, { server, terminal }: Where): Promise<number> {
  const [name = '', of = '', triggerId] = operands;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new UsageError(`triggers can ${Object.keys(actions).join(', ')}, not '${name}'`);
  if (action.takesTrigger !== (triggerId !== undefined))
    throw new UsageError(
      action.takesTrigger
        ? `Name the endpoint and the trigger: threadloom triggers ${name} SLUG TRIGGER`
        : `triggers ${name} takes ${name === 'list' ? 'a workflow' : 'an event'} and nothing else`,
    );
  const client = openServer(server, terminal);
  await action.act({ client, of, triggerId: triggerId ?? '', options, terminal, server }).catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  return exitCode.ok;
}

async function list({ client, of, options, terminal, server }: Act): Promise<void> {
  const { items } = await client.listTriggers({ params: { id: of } });
  for (const trigger of items) terminal.out(`${options.json ? JSON.stringify(trigger) : describeTrigger(trigger, server)}\n`);
  if (items.length === 0) terminal.err('No deployment of this workflow has triggers.\n');
}

async function listEvents({ client, of, triggerId, options, terminal }: Act): Promise<void> {
  const given = { limit: options.limit ?? String(LISTED), ...(options.status !== undefined && { status: options.status }) };
  const query = listTriggerEvents.query?.safeParse(given);
  if (!query?.success) throw new UsageError(`--status or --limit: ${query?.error.issues[0]?.message}`);
  const { items } = await client.listTriggerEvents({ params: { slug: of, triggerId }, query: query.data });
  for (const event of items) terminal.out(`${options.json ? JSON.stringify(event) : describeEvent(event)}\n`);
}

async function turn({ client, of, triggerId, options, terminal, server }: Act, isOn: boolean): Promise<void> {
  const trigger = await client.setTrigger({ params: { slug: of, triggerId }, body: { isOn } });
  terminal.out(`${options.json ? JSON.stringify(trigger) : describeTrigger(trigger, server)}\n`);
}

async function setSecret({ client, of, triggerId, options, terminal }: Act): Promise<void> {
  const body = options.secret === undefined ? {} : { secret: options.secret };
  const { secret } = await client.setTriggerSecret({ params: { slug: of, triggerId }, body });
  if (secret === null) return terminal.err('The secret is set.\n');
  terminal.out(`${secret}\n`);
  terminal.err('Keep it now: it is not shown again.\n');
}

async function replay({ client, of, options, terminal }: Act): Promise<void> {
  const body = { on: options.draft ? ('draft' as const) : ('live' as const) };
  const made = await client.replayTriggerEvent({ params: { eventId: of }, body });
  terminal.out(`${options.json ? JSON.stringify(made) : made.runId}\n`);
}

function describeTrigger(trigger: TriggerResource, server: string): string {
  const { slug, triggerId, type, label, isArmed, isOn, address, nextAt, needsSecret, hasSecret, failure, lastEvent } = trigger;
  const facts = [
    isOn ? (isArmed ? 'on' : 'not in the deployed version') : 'off',
    ...(nextAt === null ? [] : [`next ${nextAt}`]),
    ...(needsSecret && !hasSecret ? ['refuses requests: it has no secret'] : []),
    ...(lastEvent ? [`last event ${lastEvent.status} ${lastEvent.receivedAt}`] : []),
    ...(failure === null ? [] : [failure]),
  ];
  const where = address === null ? '' : `\n    ${server.replace(/\/$/, '')}${address}`;
  const name = label === '' ? type : `${type}, ${printable(label)}`;
  return `${slug} ${triggerId}  ${name}: ${facts.map(printable).join(', ')}${where}`;
}

function describeEvent({ eventId, status, receivedAt, runId, reason, replayOf }: TriggerEventResource): string {
  const facts = [
    ...(runId === null ? [] : [runId]),
    ...(reason === null ? [] : [reason]),
    ...(replayOf === null ? [] : [`replay of ${replayOf}`]),
  ];
  return `${eventId}  ${status.padEnd(9)}  ${receivedAt}  ${facts.map(printable).join(', ')}`.trimEnd();
}
