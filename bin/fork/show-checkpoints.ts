import type { Client } from '#lib/api/client.ts';
import type { CheckpointResource, NodeAtResource } from '#lib/api/forks.contract.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

type CheckpointsCall = {
  readonly operands: readonly string[];
  readonly options: { readonly node: string | undefined; readonly json: boolean };
};
type Where = { readonly server: string; readonly terminal: Terminal };

/** Of a value, in one line; `--node` shows all of it. */
const SHOWN_CHARS = 160;
const SEQ_WIDTH = 6;
const WORD_WIDTH = 12;

/** `threadloom checkpoints`: lists the moments of a run, or shows its state at one. @returns the exit code */
export async function showCheckpoints({ operands, options }: CheckpointsCall, { server, terminal }: Where): Promise<number> {
  const [runId = '', seqText] = operands;
  if (seqText === undefined && options.node !== undefined)
    throw new UsageError('--node shows a node at one moment: name its SEQ behind the run');
  const seq = seqText === undefined ? undefined : readSeq(seqText);
  const client = openServer(server, terminal);
  try {
    if (seq === undefined) await listAll(client, { runId, isJson: options.json, terminal });
    else await showState(client, { runId, seq, nodeId: options.node, isJson: options.json, terminal });
  } catch (error) {
    throw explainSilence(error, { server });
  }
  return exitCode.ok;
}

type Listing = { readonly runId: string; readonly isJson: boolean; readonly terminal: Terminal };

async function listAll(client: Client, { runId, isJson, terminal }: Listing): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = await client.listCheckpoints({ params: { id: runId }, query: { after } });
    for (const item of page.items) terminal.out(isJson ? `${JSON.stringify(item)}\n` : describeCheckpoint(item, terminal));
    after = page.nextAfter;
  }
}

function describeCheckpoint({ seq, at, reason, nodeId, iteration, status }: CheckpointResource, { paint }: Terminal): string {
  const words = reason.replaceAll('_', ' ');
  const notes = [nodeId, status, iteration === undefined ? undefined : `iteration ${iteration}`].filter(
    (note) => note !== undefined,
  );
  return `${String(seq).padStart(SEQ_WIDTH)}  ${paint('dim', at)}  ${words}${notes.length > 0 ? `  ${printable(notes.join(', '))}` : ''}\n`;
}

async function showState(
  client: Client,
  { runId, seq, nodeId, isJson, terminal }: Listing & { seq: number; nodeId: string | undefined },
): Promise<void> {
  const state = await client.getCheckpoint({ params: { id: runId, seq }, query: { ...(nodeId !== undefined && { nodeId }) } });
  if (isJson) return terminal.out(`${JSON.stringify(state)}\n`);
  const inputs = shorten(JSON.stringify(state.inputs));
  terminal.out(`${state.status} at ${state.seq}, ${state.at}\ninputs ${printable(inputs)}\n\n`);
  for (const node of state.nodes) terminal.out(describeNode(node, { isWhole: nodeId !== undefined, terminal }));
}

const paints = { succeeded: 'green', failed: 'red', waiting: 'yellow', running: 'cyan' } as const;

function describeNode(node: NodeAtResource, { isWhole, terminal }: { isWhole: boolean; terminal: Terminal }): string {
  const { nodeId, status, reason, reused, error, inputs, ports } = node;
  const paint = status in paints ? paints[status as keyof typeof paints] : 'dim';
  const notes = [reason, reused && `reused from ${reused.runId}`, error && `${error.code}: ${error.message}`].filter(Boolean);
  const note = notes.length > 0 ? `  ${printable(notes.join(', '))}` : '';
  const values = [...(isWhole && inputs ? [['given', inputs] as const] : []), ...Object.entries(ports)];
  const lines = values.map(([name, value]) => `    ${name}: ${printable(valueText(value, isWhole))}\n`);
  return `${terminal.paint(paint, status.padEnd(WORD_WIDTH))}${nodeId}${note}\n${lines.join('')}`;
}

function valueText(value: NodeAtResource['ports'][string], isWhole: boolean): string {
  if ('excerpt' in value) return `${shorten(value.excerpt)} (${value.chars} characters; --node shows them)`;
  return isWhole ? JSON.stringify(value.value, null, 2) : shorten(JSON.stringify(value.value));
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text;
}

function readSeq(text: string): number {
  const seq = Number(text);
  if (Number.isSafeInteger(seq) && seq > 0) return seq;
  throw new UsageError(`SEQ is the number of an event, from 1, not '${text}': threadloom checkpoints RUN_ID lists them`);
}
