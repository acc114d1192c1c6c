import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { NodeEnd, RunStatus } from '#lib/run/run-status.ts';
import { printable, type Terminal } from '../terminal.ts';
import { costNote, notesOf, stateAfter } from './node-lines.ts';
import { toolLine } from './tool-lines.ts';

type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;
type State = NodeEnd | RunStatus;

const marks: Record<State, { mark: string; paint: Parameters<Terminal['paint']>[0] }> = {
  queued: { mark: '○', paint: 'dim' },
  running: { mark: '●', paint: 'cyan' },
  waiting: { mark: '◇', paint: 'yellow' },
  succeeded: { mark: '✓', paint: 'green' },
  failed: { mark: '✗', paint: 'red' },
  skipped: { mark: '»', paint: 'dim' },
  cancelled: { mark: '■', paint: 'yellow' },
};

const INDENT = '    ';

/**
 * A run as lines for a person. Text that a model writes appears as it comes; while one node writes,
 * what the others do waits, so that the texts of parallel nodes do not run into each other.
 */
export class HumanView {
  readonly #terminal: Terminal;
  readonly #idWidth: number;
  /** The node whose text is being written. */
  #writer: string | undefined;
  #held: PublicEvent[] = [];
  #startedAt: number | undefined;

  constructor(terminal: Terminal, nodeIds: readonly string[]) {
    this.#terminal = terminal;
    this.#idWidth = Math.max(0, ...nodeIds.map((id) => id.length));
  }

  show(event: PublicEvent): void {
    if (event.type === 'done') this.#releaseAll();
    else if (this.#writer !== undefined && event.type !== 'run_resumed' && nodeOf(event) !== this.#writer) {
      this.#held.push(event);
      return;
    }
    this.#print(event);
  }

  #print(event: PublicEvent): void {
    switch (event.type) {
      case 'run_started':
        this.#startedAt = Date.parse(event.at);
        break;
      case 'run_resumed':
        if (event.reason === 'decided' || event.reason === 'continued') this.#line(`${INDENT}The run resumes`);
        if (event.reason === 'process_lost') this.#line(`${INDENT}The run resumed in another process`);
        break;
      case 'content':
        // The text of an agent goes to its node, which reports the result.
        if (!event.parent) this.#text(event);
        break;
      case 'tool_call':
      case 'tool_progress':
      case 'tool_result':
      case 'context_compacted':
      case 'plan_updated':
      case 'skill_activated':
      case 'code_output':
      case 'artifact_created':
      case 'open_url':
      case 'a2ui':
        this.#toolLine(event);
        break;
      case 'breakpoint_reached':
      case 'node_started':
      case 'node_resumed':
      case 'node_retried':
      case 'llm_stream_retry':
      case 'node_finished':
      case 'confirm_required':
      case 'approval_decided':
        this.#endText();
        this.#nodeLine(event.nodeId, stateAfter(event), notesOf(event));
        this.#release();
        break;
      case 'done':
        this.#end(event);
        break;
      // The node's own line and the end of the run say what there is to say.
      case 'session_opened':
      case 'reply':
      case 'queued':
      case 'run_continued':
      case 'effect':
      case 'error':
      case 'llm_call':
      case 'thinking':
      case 'token_usage':
        break;
      default:
        event satisfies never;
    }
  }

  #toolLine(event: Parameters<typeof toolLine>[0]): void {
    const line = toolLine(event);
    if (line === undefined) return;
    this.#endText();
    this.#line(`${INDENT}${this.#terminal.paint('dim', line)}`);
    this.#release();
  }

  #text({ nodeId, content }: EventOf<'content'>): void {
    if (this.#writer === undefined) this.#terminal.out(INDENT);
    this.#writer = nodeId;
    this.#terminal.out(printable(content).replaceAll('\n', `\n${INDENT}`));
  }

  /** Ends the line of a text that is being written; its node may write on, on a new one. */
  #endText(): void {
    if (this.#writer !== undefined) this.#terminal.out('\n');
    this.#writer = undefined;
  }

  /** Prints the pending lines of the other nodes, each in the order of its events. */
  #release(): void {
    const held = this.#held;
    this.#held = [];
    // Of these, what comes after the text of the next writer is held again.
    for (const event of held) this.show(event);
  }

  #releaseAll(): void {
    do {
      this.#endText();
      this.#release();
    } while (this.#held.length > 0);
    this.#endText();
  }

  #nodeLine(nodeId: string, state: State, notes: readonly (string | undefined)[]): void {
    const { mark, paint } = marks[state];
    const words = [this.#terminal.paint(paint, `${mark} ${state}`.padEnd(11)), nodeId.padEnd(this.#idWidth)];
    const shown = notes.filter((note) => note !== undefined && note !== '').map((note) => printable(String(note)));
    this.#line(`${words.join('  ')}${shown.length > 0 ? `  ${this.#terminal.paint('dim', shown.join('  '))}` : ''}`.trimEnd());
  }

  #end({ at, status, reason, outputs, error, tokensUsed, ...cost }: EventOf<'done'>): void {
    const { paint } = this.#terminal;
    if (error) this.#terminal.err(`\n${describeError(error, paint)}`);
    for (const [name, value] of Object.entries(outputs ?? {}))
      this.#terminal.out(`\n${paint('bold', printable(name))}\n${shownValue(value)}\n`);
    const look = marks[status];
    const notes = [
      reason?.replaceAll('_', ' '),
      this.#startedAt === undefined ? undefined : formatDuration(Date.parse(at) - this.#startedAt),
      `${tokensUsed} tokens`,
      costNote(cost),
    ].filter((note) => note !== undefined);
    this.#line(`\n${paint(look.paint, `${look.mark} ${status}`)}  ${paint('dim', notes.join('  '))}`);
  }

  #line(text: string): void {
    this.#terminal.out(`${text}\n`);
  }
}

function nodeOf(event: PublicEvent): string | undefined {
  return 'nodeId' in event ? event.nodeId : undefined;
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return printable(text)
    .split('\n')
    .map((line) => `${INDENT}${line}`)
    .join('\n');
}

function describeError({ code, message, nodeId, path, hint, attempts }: NodeError, paint: Terminal['paint']): string {
  const rows = [
    ['node', nodeId],
    ['field', path],
    ['attempts', attempts === undefined || attempts === 1 ? undefined : String(attempts)],
    ['hint', hint],
  ] as const;
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${INDENT}${name.padEnd(8)}  ${printable(value)}`]));
  return `${paint('red', '✗')} ${printable(message)} ${paint('dim', `[${printable(code)}]`)}\n${lines.map((line) => `${line}\n`).join('')}`;
}
