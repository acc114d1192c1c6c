import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AssistantDraft, draftOf } from '#components/editor/assistant/assistant-draft.ts';
import { readProposed } from '#components/editor/assistant/read-proposed.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { acceptChanges, type Proposal } from '#lib/assistant/accept-changes.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What the assistant did, in the order of its calls. */
export type AssistantStep = { readonly id: string; readonly tool: string; readonly status: 'running' | 'done' | 'failed' };

export type PersonTurn = { readonly role: 'person'; readonly id: number; readonly text: string };
export type AssistantTurn = {
  readonly role: 'assistant';
  readonly id: number;
  readonly runId: string | undefined;
  readonly text: string;
  readonly steps: readonly AssistantStep[];
  /** The last one of the turn. */
  readonly proposal: (Proposal & { readonly summary: string }) | undefined;
  readonly decision: 'accepted' | 'rejected' | undefined;
  readonly status: 'running' | 'waiting' | 'ended' | 'failed' | 'stopped';
  readonly problem: string | undefined;
};
export type Turn = PersonTurn | AssistantTurn;

export type SessionState = {
  readonly turns: readonly Turn[];
  /** What is written and not sent. */
  readonly draft: string;
  /** A turn is in progress. */
  readonly isRunning: boolean;
  /** The turn whose proposal is shown on the canvas. */
  readonly reviewedId: number | undefined;
  /** Ids of the changes of the shown proposal that the person does not want. */
  readonly unwanted: ReadonlySet<string>;
};

/** What is sent with a message, of the editor around it. */
export type Message = {
  readonly message: string;
  readonly selectedNodes: readonly string[];
  readonly runId: string | undefined;
  /** @defaultValue the default model */
  readonly model?: string | undefined;
};

/** What a new workflow is built from. `draw` puts it into the document. */
export type Build = {
  readonly message: string;
  readonly model: string | undefined;
  readonly draw: (target: Workflow) => Promise<void>;
};

const MAX_HISTORY = 40;
const MAX_HISTORY_CHARS = 20_000;
const sessions = new WeakMap<EditorStore, AssistantSession>();

/** The conversation of an opened workflow: it stays while its panel is closed. */
export function sessionOf(editor: EditorStore, client: Client): AssistantSession {
  const known = sessions.get(editor) ?? new AssistantSession(editor, client, draftOf(editor.getState().workflowId));
  sessions.set(editor, known);
  return known;
}

/** A conversation with the assistant about one opened workflow. Only `accept` changes the document. */
export class AssistantSession {
  readonly state: StoreApi<SessionState>;
  readonly #editor: EditorStore;
  readonly #client: Client;
  readonly #draft: AssistantDraft;
  #nextId = 1;
  #stopping: AbortController | undefined;
  /** A proposal is drawn at once, without a comparison. */
  #isBuilding = false;

  constructor(editor: EditorStore, client: Client, draft: AssistantDraft) {
    this.#editor = editor;
    this.#client = client;
    this.#draft = draft;
    this.state = createStore<SessionState>(() => ({
      turns: [],
      draft: draft.read(),
      isRunning: false,
      reviewedId: undefined,
      unwanted: new Set(),
    }));
  }

  /** Resolves when the turn has ended. Failures are shown in the turn. */
  async ask({ message, selectedNodes, runId, model }: Message): Promise<void> {
    if (this.#stopping) return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.state.setState({ isRunning: true });
    const history = this.#history();
    const base = this.#editor.getState().document;
    const id = this.#begin(message);
    try {
      const body = {
        message,
        document: base,
        history,
        selectedNodes: [...selectedNodes],
        ...(runId !== undefined && { runId }),
        ...(model !== undefined && { model }),
      };
      // Not cut off by a stop: a run that was started has to be known to be stopped.
      const started = await this.#client.askAssistant({ body: { ...body, mode: 'async' } });
      this.#change(id, { runId: started.runId });
      if (stopping.signal.aborted) {
        this.#change(id, { status: 'stopped' });
        return void (await this.#stopRun(id, started.runId));
      }
      for await (const event of this.#client.streamEvents(started.runId, { signal: stopping.signal, isFollowing: true }))
        await this.#take(id, event, base);
    } catch (error) {
      if (stopping.signal.aborted) this.#change(id, { status: 'stopped' });
      else this.#change(id, { status: 'failed', problem: error instanceof ApiError ? error.message : String(error) });
    } finally {
      this.#release(stopping);
    }
  }

  /** Asks for a workflow and draws the proposal. It needs no review: the draft was empty, and one undo reverts it. */
  async build({ message, model, draw }: Build): Promise<void> {
    this.#isBuilding = true;
    await this.ask({ message, selectedNodes: [], runId: undefined, model });
    this.#isBuilding = false;
    const turn = this.state.getState().turns.at(-1);
    if (turn?.role !== 'assistant' || !turn.proposal) return;
    this.review(undefined);
    await draw(acceptChanges(this.#editor.getState().document, turn.proposal, () => true));
    this.#decide(turn.id, 'accepted');
  }

  write(draft: string): void {
    this.state.setState({ draft });
    this.#draft.write(draft);
  }

  /** A turn that no model answered. The message is a draft again, for when there is a model. */
  tell(message: string, text: string): void {
    this.write(message);
    this.#change(this.#begin(message), { text, status: 'ended' });
  }

  /** Stops the run of the turn in progress. */
  async stop(): Promise<void> {
    const turn = this.state.getState().turns.at(-1);
    this.#stopping?.abort();
    if (turn?.role !== 'assistant' || turn.runId === undefined) return;
    await this.#stopRun(turn.id, turn.runId);
  }

  async #stopRun(turnId: number, runId: string): Promise<void> {
    try {
      await this.#client.stopRun({ params: { id: runId } });
    } catch (error) {
      // The server answered: the run has ended by itself. Otherwise it may still be running.
      if (!(error instanceof ApiError)) this.#change(turnId, { status: 'failed', problem: String(error) });
    }
  }

  /** Forgets the conversation; its runs stay. The next message need not wait for a turn that is being stopped. */
  restart(): void {
    void this.stop();
    this.#release(this.#stopping);
    this.state.setState({ turns: [], reviewedId: undefined, unwanted: new Set() });
  }

  /** Ends the turn in progress, unless another one began since. */
  #release(turn: AbortController | undefined): void {
    if (this.#stopping !== turn) return;
    this.#stopping = undefined;
    this.state.setState({ isRunning: false });
  }

  review(turnId: number | undefined): void {
    this.state.setState({ reviewedId: turnId, unwanted: new Set() });
  }

  /** Includes a change of the shown proposal, or leaves it out. */
  toggle(changeId: string): void {
    const unwanted = new Set(this.state.getState().unwanted);
    if (!unwanted.delete(changeId)) unwanted.add(changeId);
    this.state.setState({ unwanted });
  }

  /** Puts the wanted changes of the shown proposal into the document, as one step of its history. */
  accept(): void {
    const { unwanted } = this.state.getState();
    const turn = this.reviewed();
    if (!turn?.proposal) return;
    const { proposal } = turn;
    this.#editor.getState().apply({
      label: 'proposal',
      run: (document: Workflow) => acceptChanges(document, proposal, (changeId) => !unwanted.has(changeId)),
    });
    this.#decide(turn.id, 'accepted');
  }

  reject(): void {
    const turn = this.reviewed();
    if (turn) this.#decide(turn.id, 'rejected');
  }

  reviewed(): AssistantTurn | undefined {
    const { turns, reviewedId } = this.state.getState();
    return turns.find((turn): turn is AssistantTurn => turn.role === 'assistant' && turn.id === reviewedId);
  }

  #decide(id: number, decision: AssistantTurn['decision']): void {
    this.#change(id, { decision });
    this.review(undefined);
  }

  #begin(message: string): number {
    const person: PersonTurn = { role: 'person', id: this.#nextId++, text: message };
    const turn: AssistantTurn = {
      role: 'assistant',
      id: this.#nextId++,
      runId: undefined,
      text: '',
      steps: [],
      proposal: undefined,
      decision: undefined,
      status: 'running',
      problem: undefined,
    };
    this.state.setState(({ turns }) => ({ turns: [...turns, person, turn], reviewedId: undefined, unwanted: new Set() }));
    return turn.id;
  }

  #change(id: number, change: Partial<AssistantTurn> | ((turn: AssistantTurn) => Partial<AssistantTurn>)): void {
    this.state.setState(({ turns }) => ({
      turns: turns.map((turn) =>
        turn.role === 'assistant' && turn.id === id
          ? { ...turn, ...(typeof change === 'function' ? change(turn) : change) }
          : turn,
      ),
    }));
  }

  async #take(id: number, event: PublicEvent, base: Workflow): Promise<void> {
    switch (event.type) {
      case 'llm_call':
        if (event.operation) return;
        return this.#change(id, ({ text }) => ({ text: text === '' || text.endsWith('\n\n') ? text : `${text}\n\n` }));
      case 'content':
        return this.#change(id, ({ text }) => ({ status: 'running', text: text + event.content }));
      case 'tool_call':
        return this.#change(id, ({ steps }) => ({
          steps: [...steps.filter((step) => step.id !== event.id), { id: event.id, tool: event.name, status: 'running' }],
        }));
      case 'tool_result':
        this.#change(id, ({ steps }) => ({
          steps: steps.map((step) =>
            step.id === event.id ? { ...step, status: event.status === 'success' ? 'done' : 'failed' } : step,
          ),
        }));
        if (event.name === 'draft_propose' && event.status === 'success') await this.#show(id, event.result, base);
        return;
      case 'done':
        return this.#end(id, event);
      default:
        return;
    }
  }

  async #show(id: number, result: unknown, base: Workflow): Promise<void> {
    const read = await readProposed(result, this.#client);
    if (!read || !this.state.getState().turns.some((turn) => turn.id === id)) return;
    this.#change(id, { proposal: { base, ...read } });
    if (!this.#isBuilding) this.state.setState({ reviewedId: id, unwanted: new Set() });
  }

  #end(id: number, { status, error }: Extract<PublicEvent, { type: 'done' }>): void {
    const ends = { succeeded: 'ended', waiting: 'waiting', cancelled: 'stopped' } as const;
    this.#change(id, { status: ends[status as keyof typeof ends] ?? 'failed', problem: error?.message });
  }

  #history() {
    const { turns } = this.state.getState();
    return turns
      .flatMap(({ role, text, ...turn }) => {
        const outcome = 'decision' in turn && turn.decision ? `\n(The person ${turn.decision} the proposal.)` : '';
        const whole = `${text}${outcome}`.slice(0, MAX_HISTORY_CHARS).toWellFormed();
        return whole === '' ? [] : [{ role, text: whole }];
      })
      .slice(-MAX_HISTORY);
  }
}
