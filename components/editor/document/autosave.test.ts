import { expect, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { Autosave } from './autosave.ts';
import { makeEditorStore } from './editor-store.ts';

const opened = workflowSchema.parse(document([startNode, node('say', 'echo')], ['start -> say']));
const json = { 'content-type': 'application/json' };

/** A server that stores one workflow, answers when it is told to, and can go away. */
class WorkflowServer {
  revision = 1;
  document: Workflow = opened;
  isDown = false;
  readonly asked: { ifMatch: string | null; label: string | undefined }[] = [];
  /** Loses its next answer on the way, once it has stored what was sent. */
  isLosingAnswer = false;
  #held: (() => void)[] | undefined;

  readonly client = makeClient({
    baseUrl: '',
    fetch: async (_url, init) => {
      const sent = workflowSchema.parse(JSON.parse(String(init.body)));
      const ifMatch = new Headers(init.headers).get('if-match');
      this.asked.push({ ifMatch, label: sent.nodes[1]?.label });
      if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
      if (this.isDown) throw new TypeError('fetch failed');
      if (Number(ifMatch) !== this.revision) return this.#refuse();
      this.revision++;
      this.document = sent;
      if (this.isLosingAnswer) {
        this.isLosingAnswer = false;
        throw new TypeError('connection reset');
      }
      return new Response(JSON.stringify({ id: 'wf_1', revision: this.revision }), { headers: json });
    },
  });

  /** Somebody else stores something. */
  storeAs(label: string): void {
    this.document = setNodeLabel(opened, 'say', label);
    this.revision++;
  }

  hold(): void {
    this.#held = [];
  }

  letGo(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
  }

  #refuse(): Response {
    const details = { current: { revision: this.revision, document: this.document } };
    const error = { code: 'revision-stale', message: 'Somebody was first.', details, requestId: 'req_1' };
    return new Response(JSON.stringify({ error }), { status: 409, headers: json });
  }
}

function open() {
  const server = new WorkflowServer();
  const clock = new ManualClock();
  const store = makeEditorStore({ workflowId: 'wf_1', document: opened });
  const autosave = new Autosave(store, { client: server.client, clock, revision: 1 });
  autosave.watch();
  const type = (label: string) =>
    store.getState().apply({ label: 'label', run: (workflow) => setNodeLabel(workflow, 'say', label) });
  const status = () => autosave.state.getState().status;
  /** Lets every answer that is under way arrive. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { server, clock, store, autosave, type, status, settle };
}

test('a change is saved after 600 ms without another change', async () => {
  const { server, clock, type, status, settle, autosave } = open();
  type('a');
  clock.advance(500);
  type('ab');
  clock.advance(599);
  await settle();
  expect([status(), server.asked]).toEqual(['changed', []]);
  clock.advance(1);
  await settle();
  expect(server.asked).toEqual([{ ifMatch: '1', label: 'ab' }]);
  expect([status(), autosave.state.getState().revision]).toEqual(['saved', 2]);
});

test('a change during the backoff is saved after the usual 600 ms', async () => {
  const { server, clock, type, settle } = open();
  server.isDown = true;
  type('a');
  clock.advance(600);
  await settle();
  server.isDown = false;
  type('ab');
  clock.advance(600);
  await settle();
  expect(server.asked.at(-1)?.label).toBe('ab');
});

test('a fast save shows no saving state, a slow one does', async () => {
  const { server, clock, type, settle, autosave } = open();
  const seen: string[] = [];
  autosave.state.subscribe(({ status }) => status !== seen.at(-1) && seen.push(status));
  type('a');
  clock.advance(600);
  await settle();
  expect(seen).toEqual(['changed', 'saved']);
  server.hold();
  type('ab');
  clock.advance(600);
  await settle();
  clock.advance(300);
  await settle();
  server.letGo();
  await settle();
  expect(seen.slice(2)).toEqual(['changed', 'saving', 'saved']);
});

test('only one request is under way; what was typed meanwhile follows with the new revision', async () => {
  const { server, clock, type, status, settle, autosave } = open();
  server.hold();
  type('a');
  clock.advance(600);
  await settle();
  type('ab');
  clock.advance(600);
  const isSaved = [autosave.saveNow(), autosave.saveNow()];
  await settle();
  expect([server.asked.length, status()]).toEqual([1, 'saving']);
  server.letGo();
  expect(await Promise.all(isSaved)).toEqual([true, true]);
  expect(server.asked).toEqual([
    { ifMatch: '1', label: 'a' },
    { ifMatch: '2', label: 'ab' },
  ]);
  expect(status()).toBe('saved');
});

test('without a response the save is retried with growing backoff until it succeeds', async () => {
  const { server, clock, type, status, settle, autosave } = open();
  server.isDown = true;
  type('a');
  clock.advance(600);
  await settle();
  const delays: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    expect(status()).toBe('failed');
    delays.push(...clock.waitingMs);
    clock.advance(clock.waitingMs[0] ?? 0);
    await settle();
  }
  expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(autosave.state.getState().message).toContain('No answer');
  server.isDown = false;
  clock.advance(15_000);
  await settle();
  expect([status(), server.document.nodes[1]?.label]).toEqual(['saved', 'a']);
});

test('a conflicting revision is not overwritten, and local changes stay', async () => {
  const { server, clock, type, status, settle, store, autosave } = open();
  server.storeAs('theirs');
  type('mine');
  clock.advance(600);
  await settle();
  expect(autosave.state.getState()).toMatchObject({ status: 'stale', theirs: { revision: 2 } });
  type('mine too');
  clock.advance(600);
  await settle();
  expect([server.asked.length, status()]).toEqual([1, 'stale']);
  expect(store.getState().document.nodes[1]?.label).toBe('mine too');
  expect(server.document.nodes[1]?.label).toBe('theirs');
});

test('keeping mine stores it over theirs', async () => {
  const { server, clock, type, status, settle, autosave } = open();
  server.storeAs('theirs');
  type('mine');
  clock.advance(600);
  await settle();
  await autosave.keepMine();
  expect([status(), server.revision, server.document.nodes[1]?.label]).toEqual(['saved', 3, 'mine']);
});

test('keeping mine stores it over theirs, too, when it is what was stored before', async () => {
  const { server, clock, type, status, settle, autosave, store } = open();
  server.storeAs('theirs');
  type('mine');
  clock.advance(600);
  await settle();
  store.getState().undo();
  expect([status(), store.getState().document]).toEqual(['stale', opened]);
  await autosave.keepMine();
  expect([status(), server.revision, server.document]).toEqual(['saved', 3, opened]);
});

test('taking theirs shows it, and mine is one undo away', async () => {
  const { server, clock, type, status, settle, autosave, store } = open();
  server.storeAs('theirs');
  type('mine');
  clock.advance(600);
  await settle();
  autosave.takeTheirs();
  expect([status(), store.getState().document.nodes[1]?.label]).toEqual(['saved', 'theirs']);
  store.getState().undo();
  clock.advance(600);
  await settle();
  expect([status(), server.revision, server.document.nodes[1]?.label]).toEqual(['saved', 3, 'mine']);
});

test('changes of two things are both kept, and theirs are one undo away', async () => {
  const { server, clock, status, settle, autosave, store } = open();
  server.document = { ...opened, name: 'Theirs' };
  server.revision++;
  store.getState().apply({ label: 'label', run: (workflow) => setNodeLabel(workflow, 'say', 'mine') });
  clock.advance(600);
  await settle();
  expect([status(), autosave.merged()?.name]).toEqual(['stale', 'Theirs']);
  await autosave.keepBoth();
  expect([status(), server.revision, server.document.name, server.document.nodes[1]?.label]).toEqual([
    'saved',
    3,
    'Theirs',
    'mine',
  ]);
  store.getState().undo();
  clock.advance(600);
  await settle();
  expect([status(), server.document.name, server.document.nodes[1]?.label]).toEqual(['saved', opened.name, 'mine']);
});

test('changes of the same thing cannot both be kept', async () => {
  const { server, clock, type, settle, status, autosave } = open();
  server.storeAs('theirs');
  type('mine');
  clock.advance(600);
  await settle();
  expect(autosave.merged()).toBeUndefined();
  await autosave.keepBoth();
  expect([status(), server.revision]).toEqual(['stale', 2]);
});

test('a revision saved elsewhere replaces a document without changes, and is a choice for one with', () => {
  const { store, status, type, autosave, server } = open();
  server.storeAs('theirs');
  autosave.noticeStored({ revision: 1, document: opened });
  expect(store.getState().document).toBe(opened);
  autosave.noticeStored(server);
  expect([status(), store.getState().document.nodes[1]?.label]).toEqual(['saved', 'theirs']);
  type('mine');
  autosave.noticeStored({ revision: 3, document: setNodeLabel(opened, 'say', 'later') });
  expect([status(), store.getState().document.nodes[1]?.label]).toEqual(['stale', 'mine']);
});

test('a retry after a lost response is not taken for a conflict', async () => {
  const { server, clock, type, status, settle, autosave } = open();
  server.isLosingAnswer = true;
  type('a');
  clock.advance(600);
  await settle();
  expect(status()).toBe('failed');
  clock.advance(1000);
  await settle();
  expect([status(), autosave.state.getState().revision, server.revision]).toEqual(['saved', 2, 2]);
});

test('an undone change is not saved', async () => {
  const { server, clock, type, status, settle, store } = open();
  type('a');
  store.getState().undo();
  clock.advance(600);
  await settle();
  expect([status(), server.asked]).toEqual(['saved', []]);
});

test('leaving the editor saves its changes', async () => {
  const server = new WorkflowServer();
  const store = makeEditorStore({ workflowId: 'wf_1', document: opened });
  const leave = new Autosave(store, { client: server.client, clock: new ManualClock(), revision: 1 }).watch();
  store.getState().apply({ label: 'label', run: (workflow) => setNodeLabel(workflow, 'say', 'last words') });
  leave();
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(server.document.nodes[1]?.label).toBe('last words');
});
