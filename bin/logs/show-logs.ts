import type { Client } from '#lib/api/client.ts';
import type { RunSummaryResource } from '#lib/api/run-summary.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { runStatusSchema } from '#lib/run/run-status.ts';
import { exitCode } from '../exit-code.ts';
import { codeOf } from '../run/follow-run.ts';
import { makeView } from '../run/make-view.ts';
import { asWhoMay, type Where } from '../run/server-client.ts';
import { printable } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const PAGE = 500;
const LISTED = 20;

type LogOptions = { readonly follow: boolean; readonly after: string | undefined; readonly json: boolean };
type ListOptions = {
  readonly workflow: string | undefined;
  readonly status: string | undefined;
  readonly limit: string | undefined;
  readonly json: boolean;
};

/** `threadloom logs RUN_ID`. @returns the exit code of the run; 0 while it has not ended */
export async function showLog(runId: string, { follow, after, json }: LogOptions, where: Where): Promise<number> {
  const view = makeView({ json, nodeIds: [] }, where.terminal);
  let end: string | undefined;
  const show = (event: PublicEvent) => {
    if (event.type === 'done') end = event.status;
    view.show(event);
  };
  const afterSeq = after === undefined ? 0 : wholeNumber(after, '--after');
  await asWhoMay(where, async (client) => {
    if (follow) for await (const event of client.streamEvents(runId, { afterSeq, isFollowing: true })) show(event);
    else await readPages(client, runId, { afterSeq, show });
  });
  return end === undefined ? exitCode.ok : codeOf(end);
}

type Reading = { readonly afterSeq: number; readonly show: (event: PublicEvent) => void };

async function readPages(client: Client, runId: string, { afterSeq, show }: Reading): Promise<void> {
  for (let after = afterSeq; ; ) {
    const page = await client.readRunLog({ params: { id: runId }, query: { after, limit: PAGE } });
    page.items.forEach(show);
    if (page.nextAfter === after || page.isComplete) return;
    after = page.nextAfter;
  }
}

/** `threadloom logs`: the latest runs. @returns the exit code */
export async function listRuns({ workflow, status, limit = String(LISTED), json }: ListOptions, where: Where): Promise<number> {
  const known = status === undefined ? undefined : runStatusSchema.safeParse(status);
  if (known && !known.success) throw new UsageError(`--status ${status} is none of ${runStatusSchema.options.join(', ')}`);
  const query = {
    limit: wholeNumber(limit, '--limit'),
    ...(workflow !== undefined && { workflowId: workflow }),
    ...(known && { status: known.data }),
  };
  const { items } = await asWhoMay(where, (client) => client.listRuns({ query }));
  for (const run of items) where.terminal.out(`${json ? JSON.stringify(run) : describeRun(run)}\n`);
  return exitCode.ok;
}

function describeRun({ runId, status, workflowName, slug, createdAt, tokensUsed, error }: RunSummaryResource): string {
  const facts = [workflowName ?? '', slug ?? 'draft', createdAt, `${tokensUsed} tokens`].filter((fact) => fact !== '');
  const why = error ? `\n    ${printable(error.message)}` : '';
  return `${runId}  ${status.padEnd(9)}  ${facts.map(printable).join(', ')}${why}`;
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new UsageError(`${option} ${text} is no whole number`);
}
