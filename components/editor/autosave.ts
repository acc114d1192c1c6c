import type { EditorStore, SaveState } from '#components/editor/editor-store.ts';
import type { Storing } from '#components/editor/storing-beside.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';

const SAVE_DELAY_MS = 600;
/** What is stored sooner is not told of while it is: the words would only flicker. */
const TELL_AFTER_MS = 300;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 15_000;

type Theirs = NonNullable<SaveState['theirs']>;

/**
 * Stores the document a moment after each change, one request at a time, and says in `save` how that stands. What could not be stored for want of
 * an answer is tried again until it is; what somebody else stored in between is never written over without being asked.
 */
export class Autosave {
  readonly #store: EditorStore;
  readonly #client: Storing;
  readonly #clock: Clock;
  #stored: Workflow;
  #waiting: AbortController | undefined;
  #saving: Promise<void> | undefined;
  #retryMs = RETRY_FIRST_MS;

  constructor(store: EditorStore, { client, clock }: { client: Storing; clock: Clock }) {
    this.#store = store;
    this.#client = client;
    this.#clock = clock;
    this.#stored = store.getState().document;
  }

  /** Watches the document from now on. @returns how to stop */
  watch(): () => void {
    const unsubscribe = this.#store.subscribe(({ document, save }, before) => {
      if (document === before.document || save.status === 'stale') return;
      if (save.status !== 'saving' && save.status !== 'changed') this.#show({ status: 'changed' });
      this.#saveIn(SAVE_DELAY_MS);
    });
    return () => {
      unsubscribe();
      void this.saveNow();
    };
  }

  /** Stores what is not stored yet, now. @returns false when that failed */
  async saveNow(): Promise<boolean> {
    this.#waiting?.abort();
    while (this.#saving) await this.#saving;
    const { status } = this.#store.getState().save;
    if (status === 'stale') return false;
    if (this.#isUnsaved()) await this.#save();
    else if (status !== 'saved') this.#show({ status: 'saved' });
    return !this.#isUnsaved();
  }

  /** Settles a `stale` document: what is here is stored over theirs. */
  async keepMine(): Promise<void> {
    const { theirs } = this.#store.getState().save;
    if (!theirs) return;
    this.#store.setState({ revision: theirs.revision, save: { status: 'changed' } });
    await this.saveNow();
  }

  /** Settles a `stale` document: theirs is shown. What was here is one undo away. */
  takeTheirs(): void {
    const { theirs } = this.#store.getState().save;
    if (!theirs) return;
    this.#stored = theirs.document;
    this.#store.getState().apply({ label: 'replace', run: () => theirs.document });
    this.#store.setState({ revision: theirs.revision, save: { status: 'saved' } });
  }

  #saveIn(delayMs: number): void {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#clock.sleep(delayMs, waiting.signal).then(
      () => void this.saveNow(),
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
    const { workflowId, document, revision } = this.#store.getState();
    const stored = new AbortController();
    this.#tellSaving(stored.signal);
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

  #tellSaving(stored: AbortSignal): void {
    const tell = () => this.#show({ status: 'saving' });
    if (this.#store.getState().save.status === 'changed') this.#clock.sleep(TELL_AFTER_MS, stored).then(tell, () => {});
    else tell();
  }

  #onStored(document: Workflow, revision: number): void {
    this.#stored = document;
    this.#retryMs = RETRY_FIRST_MS;
    this.#store.setState({ revision, save: { status: this.#isUnsaved() ? 'changed' : 'saved' } });
  }

  #onRefused(error: unknown, sent: Workflow): void {
    const theirs = readTheirs(error);
    if (!theirs) this.#onFailed(error);
    // An answer that was lost on its way: what is stored is what this page sent.
    else if (formatWorkflow(theirs.document) === formatWorkflow(sent)) this.#onStored(sent, theirs.revision);
    else this.#show({ status: 'stale', theirs });
  }

  #onFailed(error: unknown): void {
    this.#show({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
    if (!mayPass(error)) return;
    this.#saveIn(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }

  #show(save: SaveState): void {
    this.#store.setState({ save });
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
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
}
