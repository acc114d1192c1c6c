import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { Storing } from '#components/editor/document/store-in-worker.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { mergeWorkflows } from '#lib/workflow/merge-workflows.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';

const SAVE_DELAY_MS = 600;
/** Faster saves show no status, which would only flicker. */
const SAVING_SHOWN_AFTER_MS = 300;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 15_000;

export type SaveState = {
  /**
   * `failed`: not saved, retried if that can help. `stale`: a newer revision was saved elsewhere,
   * and the user must choose.
   */
  readonly status: 'saved' | 'changed' | 'saving' | 'failed' | 'stale';
  /** What the server has stored of the document, as far as is known here. */
  readonly revision: number;
  /** Why it failed. */
  readonly message?: string;
  /** What is stored now, while `stale`. */
  readonly theirs?: Theirs;
};
export type Theirs = { readonly revision: number; readonly document: Workflow };

/**
 * Saves the document a moment after each change, one request at a time. Requests without a response are retried;
 * a revision saved elsewhere is never overwritten without a choice of the user.
 */
export class Autosave {
  /** The save status, in a store of its own: everything that renders the document listens to the editor's store. */
  readonly state: StoreApi<SaveState>;
  readonly #store: EditorStore;
  readonly #client: Storing;
  readonly #clock: Clock;
  #stored: Workflow;
  /** When it is to be stored, in milliseconds since 1970; undefined when nothing waits for that. */
  #dueMs: number | undefined;
  #waiting: AbortController | undefined;
  #saving: Promise<void> | undefined;
  #retryMs = RETRY_FIRST_MS;

  constructor(store: EditorStore, { client, clock, revision }: { client: Storing; clock: Clock; revision: number }) {
    this.state = createStore<SaveState>(() => ({ status: 'saved', revision }));
    this.#store = store;
    this.#client = client;
    this.#clock = clock;
    this.#stored = store.getState().document;
  }

  /** Watches the document from now on. @returns how to stop */
  watch(): () => void {
    const unsubscribe = this.#store.subscribe(({ document }, before) => {
      const { status } = this.state.getState();
      if (document === before.document || status === 'stale') return;
      if (status !== 'saving' && status !== 'changed') this.#show({ status: 'changed' });
      this.#saveIn(SAVE_DELAY_MS);
    });
    return () => {
      unsubscribe();
      void this.saveNow();
    };
  }

  /** Stores what is not stored yet, now. @returns false when that failed */
  async saveNow(): Promise<boolean> {
    this.#dueMs = undefined;
    this.#waiting?.abort();
    while (this.#saving) await this.#saving;
    const { status } = this.state.getState();
    if (status === 'stale') return false;
    if (this.#isUnsaved()) await this.#save();
    else if (status !== 'saved') this.#show({ status: 'saved' });
    return !this.#isUnsaved();
  }

  /** Resolves a `stale` document: overwrites the other revision. */
  async keepMine(): Promise<void> {
    const { theirs } = this.state.getState();
    if (!theirs) return;
    this.#stored = theirs.document;
    this.#show({ status: 'changed', revision: theirs.revision });
    await this.saveNow();
  }

  /** Resolves a `stale` document: loads the other revision. The local one is an undo step. */
  takeTheirs(): void {
    const { theirs } = this.state.getState();
    if (!theirs) return;
    this.#stored = theirs.document;
    this.#store.getState().apply({ label: 'replace', run: () => theirs.document });
    this.#show({ status: 'saved', revision: theirs.revision });
  }

  /** The document with both sets of changes, while it is `stale`; undefined where they contradict each other. */
  merged(): Workflow | undefined {
    const { theirs } = this.state.getState();
    return theirs && mergeWorkflows(this.#stored, this.#store.getState().document, theirs.document);
  }

  /** Resolves a `stale` document whose changes do not contradict each other: saves both. One undo step. */
  async keepBoth(): Promise<void> {
    const { theirs } = this.state.getState();
    const merged = this.merged();
    if (!theirs || !merged) return;
    this.#stored = theirs.document;
    this.#show({ status: 'changed', revision: theirs.revision });
    this.#store.getState().apply({ label: 'replace', run: () => merged });
    await this.saveNow();
  }

  /** A later revision was saved elsewhere: it replaces a document without changes, and makes another `stale`. */
  noticeStored(theirs: Theirs): void {
    const { status, revision } = this.state.getState();
    if (theirs.revision <= revision || status === 'stale' || this.#saving) return;
    this.#show({ status: 'stale', theirs });
    if (!this.#isUnsaved()) this.takeTheirs();
  }

  /** Called with each letter: while a save is scheduled it only moves the time. */
  #saveIn(delayMs: number): void {
    const before = this.#dueMs;
    this.#dueMs = this.#clock.now() + delayMs;
    if (before !== undefined && before <= this.#dueMs) return;
    this.#waiting?.abort();
    this.#wait(delayMs);
  }

  #wait(delayMs: number): void {
    this.#waiting = new AbortController();
    this.#clock.sleep(delayMs, this.#waiting.signal).then(
      () => {
        const leftMs = (this.#dueMs ?? 0) - this.#clock.now();
        if (leftMs > 0) this.#wait(leftMs);
        else void this.saveNow();
      },
      () => {},
    );
  }

  #isUnsaved(): boolean {
    return this.#store.getState().document !== this.#stored;
  }

  async #save(): Promise<void> {
    this.#saving = this.#send();
    try {
      await this.#saving;
    } finally {
      this.#saving = undefined;
    }
  }

  async #send(): Promise<void> {
    const { workflowId, document } = this.#store.getState();
    const { revision } = this.state.getState();
    const stored = new AbortController();
    this.#showSaving(stored.signal);
    try {
      const saved = await this.#client.replaceWorkflow({
        params: { id: workflowId },
        headers: { 'if-match': String(revision) },
        body: document,
      });
      this.#onStored(document, saved.revision);
    } catch (error) {
      this.#onRefused(error, document);
    } finally {
      stored.abort();
    }
  }

  #showSaving(stored: AbortSignal): void {
    const show = () => this.#show({ status: 'saving' });
    if (this.state.getState().status === 'changed') this.#clock.sleep(SAVING_SHOWN_AFTER_MS, stored).then(show, () => {});
    else show();
  }

  #onStored(document: Workflow, revision: number): void {
    this.#stored = document;
    this.#retryMs = RETRY_FIRST_MS;
    this.#show({ status: this.#isUnsaved() ? 'changed' : 'saved', revision });
  }

  #onRefused(error: unknown, sent: Workflow): void {
    const theirs = readTheirs(error);
    if (!theirs) this.#onFailed(error);
    // The response was lost: the stored document is the one this page sent.
    else if (formatWorkflow(theirs.document) === formatWorkflow(sent)) this.#onStored(sent, theirs.revision);
    else this.#show({ status: 'stale', theirs });
  }

  #onFailed(error: unknown): void {
    this.#show({ status: 'failed', message: errorMessage(error) });
    if (!isTransient(error)) return;
    this.#saveIn(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }

  #show(state: Partial<SaveState> & Pick<SaveState, 'status'>): void {
    this.state.setState(({ revision }) => ({ revision, ...state }), true);
  }
}

function readTheirs(error: unknown): Theirs | undefined {
  if (!(error instanceof ApiError) || error.code !== 'revision-stale') return undefined;
  const current = error.details?.current as { revision?: unknown; document?: unknown } | undefined;
  const document = workflowSchema.safeParse(current?.document);
  return document.success && typeof current?.revision === 'number'
    ? { revision: current.revision, document: document.data }
    : undefined;
}

/** No answer, or one from a server that is in trouble: the same request may succeed later. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}
