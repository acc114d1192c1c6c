import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { Client } from '#lib/api/client.ts';
import { exitCode } from '../exit-code.ts';
import { asWhoMay, type Where } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export type ApprovalsCall = {
  /** What to do, then a run, then an action. */
  readonly operands: readonly string[];
  readonly options: {
    readonly comment: string | undefined;
    readonly args: string | undefined;
    readonly result: string | undefined;
    readonly remember: boolean;
    readonly json: boolean;
  };
};

/** `threadloom approvals`: lists and decides approvals on a server. @returns the exit code */
export async function manageApprovals({ operands, options }: ApprovalsCall, where: Where): Promise<number> {
  const [action = '', runId, actionId] = operands;
  if (action === 'list') {
    if (actionId !== undefined) throw new UsageError('approvals list takes a run and nothing else');
    await asWhoMay(where, (client) => list(client, { runId, isJson: options.json, terminal: where.terminal }));
    return exitCode.ok;
  }
  if (action !== 'approve' && action !== 'reject' && action !== 'skip')
    throw new UsageError(`approvals can list, approve, reject and skip, not '${action}'`);
  if (runId === undefined || actionId === undefined)
    throw new UsageError(`Name the run and the action: threadloom approvals ${action} RUN_ID ACTION_ID`);
  const body = toBody(action, options);
  const { status } = await asWhoMay(where, (client) => client.decideApproval({ params: { id: runId, actionId }, body }));
  where.terminal.out(`${status}\n`);
  const isAsWanted = status === outcomes[action];
  if (!isAsWanted)
    where.terminal.err(`It is ${status}: ${status === 'expired' ? 'the approval had expired' : 'it was decided before'}.\n`);
  return isAsWanted ? exitCode.ok : exitCode.failed;
}

const outcomes = { approve: 'confirmed', reject: 'rejected', skip: 'skipped' } as const;

function toBody(action: keyof typeof outcomes, { args, result, comment, remember }: ApprovalsCall['options']) {
  const confirmed = action === 'approve';
  if (!confirmed && (args !== undefined || remember)) throw new UsageError('--args and --remember go with approve');
  if (action === 'skip' && result !== undefined) throw new UsageError('--result goes with reject: what is skipped has none');
  if (confirmed && result !== undefined) throw new UsageError('--result goes with reject: what came of it is not done again');
  return {
    confirmed,
    remember,
    skip: action === 'skip',
    ...(args !== undefined && { args: readJson('--args', args) }),
    ...(result !== undefined && { result: readJson('--result', result) }),
    ...(comment !== undefined && { comment }),
  };
}

function readJson(option: string, text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${option} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

async function list(
  client: Client,
  { runId, isJson, terminal }: { runId: string | undefined; isJson: boolean; terminal: Terminal },
): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const query = { status: 'pending' as const, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } =
      runId === undefined
        ? await client.listApprovals({ query })
        : await client.listRunApprovals({ params: { id: runId }, query });
    for (const item of items) terminal.out(isJson ? `${JSON.stringify(item)}\n` : describeApproval(item));
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

function describeApproval({
  runId,
  actionId,
  workflowName,
  nodeId,
  tool,
  description,
  args,
  fixed,
  expiresAt,
}: ApprovalResource): string {
  const facts = [workflowName, nodeId, tool, `until ${expiresAt}`].map(printable).join(', ');
  const value = args === undefined ? '' : `    ${printable(JSON.stringify(args))}\n`;
  const more = fixed ? `    fixed, of ${printable(fixed.tool)}: ${printable(JSON.stringify(fixed.args))}\n` : '';
  return `${runId} ${actionId}  ${oneLine(description)}\n    ${facts}\n${value}${more}`;
}

/** A list has a line for each: what a person wrote in several is shown in one. */
function oneLine(text: string): string {
  const lines = printable(text).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ');
}
