import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { randomWorkflow } from '#tests/support/random/random-workflow.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { diffWorkflows } from '../workflow/diff-workflows.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { workflowReach } from '../workflow/workflow-reach.ts';
import { acceptChanges, nodesChangedSince } from './accept-changes.ts';
import { applyEdits } from './apply-edits.ts';
import { type DraftEdits, draftEditsSchema } from './draft-edits.ts';
import { findWarnings } from './find-warnings.ts';
import { EDGES_CHANGE, listChanges } from './list-changes.ts';
import { newReach } from './new-reach.ts';

const edits = (some: object): DraftEdits => draftEditsSchema.parse(some);
const applied = (workflow: Workflow, some: object) => applyEdits(workflow, edits(some), nodeRegistry);
const edgesOf = ({ edges }: Workflow) => edges.map(({ source, target }) => `${source} -> ${target}`).sort();

const mail = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text' }] }],
    draft: ['llm', { userPrompt: '{{start.text}}', temperature: 0 }],
    ask: ['approval', { title: 'Send it?', value: '{{draft.output}}' }],
    send: ['http', { url: 'https://mail.example.com/send', method: 'POST' }],
  },
  ['start -> draft', 'draft -> ask', 'ask.approved -> send'],
  { limits: { maxTokens: 1000 } },
);

describe('applyEdits', () => {
  test('sets and removes fields, and leaves the rest of a node as it is', () => {
    const { document, refused } = applied(mail, {
      nodes: [{ id: 'draft', config: { userPrompt: 'Say hi', temperature: null }, options: { timeoutMs: 5 }, label: 'Draft it' }],
      settings: { limits: null, language: 'en' },
    });
    expect(refused).toEqual([]);
    const draft = document.nodes.find(({ id }) => id === 'draft');
    expect(draft).toMatchObject({ label: 'Draft it', config: { userPrompt: 'Say hi' }, options: { timeoutMs: 5 } });
    expect(draft?.config).not.toHaveProperty('temperature');
    expect(document.settings).toEqual({ language: 'en' });
    expect(draft?.position).toEqual(mail.nodes[1]?.position);
  });

  test('places new nodes below their sources and never over others', () => {
    const { document } = applied(mail, {
      nodes: ['one', 'two'].map((id) => ({ id, type: 'template', config: { template: id } })),
      connect: [
        { source: 'draft', target: 'one' },
        { source: 'one', target: 'two' },
      ],
    });
    const at = (id: string) => document.nodes.find((node) => node.id === id)?.position ?? { x: Number.NaN, y: Number.NaN };
    expect(at('one').y).toBeGreaterThan(at('draft').y);
    expect(at('two').y).toBeGreaterThan(at('one').y);
    const places = document.nodes.map(({ position }) => `${Math.round(position.x / 200)} ${Math.round(position.y / 60)}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('says which parts had no effect', () => {
    const { document, refused } = applied(mail, {
      nodes: [
        { id: 'ghost', config: { a: 1 } },
        { id: 'draft', parentId: 'send' },
      ],
      removeNodes: ['nobody'],
      connect: [{ source: 'start', target: 'gone' }],
      disconnect: [{ source: 'start', target: 'send' }],
    });
    expect(refused).toEqual([
      "removeNodes: there is no node 'nobody'",
      "nodes: there is no node 'ghost'; a new one needs a type",
      "nodes: 'draft' exists; parentId is only for new nodes",
      'disconnect: there is no edge start.out -> send.in',
      "connect: there is no node 'gone'",
    ]);
    expect(diffWorkflows(mail, document).isSame).toBe(true);
  });

  test('removes a container with its body', () => {
    const base = applied(workflowOf({ each: ['map', { items: [] }] }, []), {
      nodes: [{ id: 'inner', type: 'template', parentId: 'each', config: { template: 'x' } }],
    }).document;
    expect(applied(base, { removeNodes: ['each'] }).document.nodes).toEqual([]);
  });
});

describe('accepting', () => {
  const { document: proposed } = applied(mail, {
    name: 'Mail',
    nodes: [
      { id: 'check', type: 'template', config: { template: '{{draft.output}}' } },
      { id: 'draft', config: { userPrompt: 'Shorter' } },
    ],
    connect: [
      { source: 'draft', target: 'check' },
      { source: 'check', target: 'ask' },
    ],
    disconnect: [{ source: 'draft', target: 'ask' }],
  });
  const proposal = { base: mail, proposed };

  test('an edge belongs to the node that was put into it', () => {
    const changes = listChanges(mail, proposed);
    expect(changes.map(({ changeId, kind }) => `${kind} ${changeId}`)).toEqual([
      'added check',
      'changed draft',
      'settings SETTINGS',
    ]);
    expect(changes[0]).toMatchObject({
      addedEdges: [{ source: 'draft' }, { source: 'check' }],
      removedEdges: [{ source: 'draft', target: 'ask' }],
    });
  });

  test('by node: without the new node its edges stay as they were', () => {
    const some = acceptChanges(mail, proposal, (id) => id === 'draft');
    expect(edgesOf(some)).toEqual(edgesOf(mail));
    expect(some.nodes.find(({ id }) => id === 'draft')?.config.userPrompt).toBe('Shorter');
    expect(some.name).toBe('test');
  });

  test('keeps what a person changed since, and names the nodes that both changed', () => {
    const current = applied(mail, {
      nodes: [
        { id: 'send', label: 'Mine' },
        { id: 'draft', label: 'Also mine' },
      ],
    }).document;
    const both = acceptChanges(current, proposal);
    expect(both.nodes.find(({ id }) => id === 'send')?.label).toBe('Mine');
    expect(both.nodes.find(({ id }) => id === 'draft')?.config.userPrompt).toBe('Shorter');
    expect([...nodesChangedSince(current, proposal)]).toEqual(['draft']);
  });

  test('a removed node takes the edge with it that closes its gap', () => {
    const { document: shorter } = applied(mail, { removeNodes: ['draft'], connect: [{ source: 'start', target: 'ask' }] });
    expect(listChanges(mail, shorter)).toMatchObject([{ changeId: 'draft', addedEdges: [{ source: 'start', target: 'ask' }] }]);
  });

  test('rewiring alone is one change of its own', () => {
    const { document: other } = applied(mail, { disconnect: [{ source: 'start', target: 'draft' }] });
    expect(listChanges(mail, other).map(({ changeId }) => changeId)).toEqual([EDGES_CHANGE]);
  });

  test('of random workflows: all of it gives the proposal, none of it nothing, and any part whole edges', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (seed, other, mask) => {
        const base = randomWorkflow(seed);
        const random = { base, proposed: randomWorkflow(other) };
        expect(diffWorkflows(random.proposed, acceptChanges(base, random)).isSame).toBe(true);
        expect(acceptChanges(base, random, () => false)).toBe(base);
        const ids = listChanges(base, random.proposed).map(({ changeId }) => changeId);
        const some = acceptChanges(base, random, (id) => ((mask >> (ids.indexOf(id) % 30)) & 1) === 1);
        const nodes = new Set(some.nodes.map(({ id }) => id));
        expect(nodes.size).toBe(some.nodes.length);
        expect(some.edges.filter(({ source, target }) => !nodes.has(source) || !nodes.has(target))).toEqual([]);
        expect(new Set(some.edges.map(({ id }) => id)).size).toBe(some.edges.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what a proposal is shown for', () => {
  const warningsOf = (some: object) => findWarnings(mail, applied(mail, some).document, nodeRegistry);

  test.each([
    ['removed', { removeNodes: ['ask'], connect: [{ source: 'draft', target: 'send' }] }],
    ['disabled', { nodes: [{ id: 'ask', options: { disabled: true } }] }],
    ['pinned', { nodes: [{ id: 'ask', options: { pinned: 'yes' } }] }],
    ['of another type', { nodes: [{ id: 'ask', type: 'template', config: { template: 'x' } }] }],
  ])('an approval that is %s, and the node that it guarded', (_, some) => {
    expect(warningsOf(some)).toEqual(
      expect.arrayContaining([
        { code: 'approval-removed', nodeId: 'ask' },
        { code: 'approval-bypassed', nodeId: 'send' },
      ]),
    );
  });

  test('a way around an approval', () => {
    expect(warningsOf({ connect: [{ source: 'draft', target: 'send' }] })).toEqual([
      { code: 'approval-bypassed', nodeId: 'send' },
    ]);
  });

  test('a new side effect before the approval; none for one after it', () => {
    const post = { type: 'http', config: { url: 'https://evil.example.net/x', method: 'POST' } };
    const before = warningsOf({ nodes: [{ id: 'leak', ...post }], connect: [{ source: 'draft', target: 'leak' }] });
    expect(before).toEqual([{ code: 'writes-unapproved', nodeId: 'leak' }]);
    const after = { nodes: [{ id: 'leak', ...post }], connect: [{ source: 'ask', sourceHandle: 'approved', target: 'leak' }] };
    expect(warningsOf(after)).toEqual([]);
  });

  test('node types that do not exist, raised limits, and credentials for further hosts', () => {
    const slot = { type: 'bearer', hosts: ['mail.example.com'] };
    const some = {
      nodes: [{ id: 'magic', type: 'teleport' }],
      settings: { limits: { maxTokens: 5000 }, credentials: { mail: slot } },
    };
    expect(warningsOf(some)).toEqual([
      { code: 'unknown-type', nodeId: 'magic', type: 'teleport' },
      { code: 'limit-raised', limit: 'maxTokens' },
      { code: 'credential-hosts', slot: 'mail', hosts: ['mail.example.com'] },
    ]);
    expect(warningsOf({ settings: { limits: { maxTokens: 10 } } })).toEqual([]);
  });

  test('hosts, tools and facts that are new', () => {
    const reach = (workflow: Workflow) =>
      workflowReach(workflow, { nodes: nodeRegistry, tools: toolRegistry, agents: agentRegistry });
    const { document } = applied(mail, {
      nodes: [
        { id: 'send', config: { url: 'https://evil.example.net/send' } },
        { id: 'draft', config: { availableTools: ['web_search'] } },
        { id: 'code', type: 'code', config: { code: 'return 1' } },
      ],
    });
    const added = newReach(reach(mail), reach(document));
    expect(added.names).toEqual({ tools: ['web_search'], hosts: ['evil.example.net'] });
    expect([...added.facts].sort()).toEqual(['runsCode', 'searchesWeb']);
  });
});
