import { answerName } from '../run/answer-text.ts';
import { calledBy, isUncalled } from './called-workflows.ts';
import { exclusiveNodes } from './exclusive-nodes.ts';
import { buildGraph, type WorkflowGraph } from './graph.ts';
import { isRace } from './join-mode.ts';
import { ERROR_PORT } from './node-ports.ts';
import { plainTags } from './plain-tags.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** Nodes that only pass on values: without questions to people, choices, or effects outside of the run. */
const PASSING_TYPES = new Set(['template', 'set', 'merge', 'join', 'reply', 'end']);

const known = new WeakMap<Workflow, ReadonlySet<string>>();

/**
 * Paths of the nodes whose text a caller gets while it is written: once such a node has succeeded,
 * its text is part of a reply that is streamed from it, or of an output where no node replies.
 * Paths have no iterations: `each/write`, `call/answer`. Cached per document.
 */
export function leavingTexts(workflow: Workflow): ReadonlySet<string> {
  const found = known.get(workflow) ?? new Set(new LeavingTexts(workflow, '').all());
  known.set(workflow, found);
  return found;
}

const answers = new WeakMap<Workflow, ReadonlySet<string>>();

/**
 * Of the leaving texts, those that are the answer to a person: of several outputs the one that `answerOf` takes. Where
 * the values decide which output that is, and several have texts of models, none is shown before the end.
 */
export function answerTexts(workflow: Workflow): ReadonlySet<string> {
  const cached = answers.get(workflow) ?? new Set(new LeavingTexts(workflow, '').answer());
  answers.set(workflow, cached);
  return cached;
}

/** Whether the workflow, or one that it calls, says something itself. */
export function hasReplies(workflow: Workflow): boolean {
  return workflow.nodes.some((node) => {
    const called = calledWorkflow(node, workflow);
    return node.type === 'reply' || (called !== undefined && hasReplies(called));
  });
}

/** What a node of the type `workflow` runs. */
export function calledWorkflow(node: WorkflowNode, workflow: Workflow): Workflow | undefined {
  const called = node.type === 'workflow' ? calledBy(node, workflow) : undefined;
  return called === undefined || isUncalled(called) ? undefined : called;
}

/** Texts that a value has as they were written: their paths, by the node of the value's scope that they come from. */
type Texts = ReadonlyMap<WorkflowNode, ReadonlySet<string>>;
const NO_TEXTS: Texts = new Map();

/** How a value is read. */
type Read = {
  /** Keys below the value of the node. */
  readonly keys: readonly string[];
  /** Inserted into a text: an object is written as JSON there, which changes the texts in it. */
  readonly isText: boolean;
};

/** The texts of one document. */
class LeavingTexts {
  readonly #workflow: Workflow;
  readonly #graph: WorkflowGraph;
  readonly #prefix: string;
  readonly #read = new Map<string, Texts>();
  #areExclusive: ((one: NodeId, other: NodeId) => boolean) | undefined;

  constructor(workflow: Workflow, prefix: string) {
    this.#workflow = workflow;
    this.#graph = buildGraph(workflow);
    this.#prefix = prefix;
  }

  all(): string[] {
    return hasReplies(this.#workflow) ? this.#inReplies() : this.inOutputs({ keys: [], isText: false });
  }

  answer(): string[] {
    if (hasReplies(this.#workflow)) return this.#inReplies();
    const names = this.#outputNames();
    const name = answerName(names);
    if (name !== undefined) return this.inOutputs({ keys: [name], isText: false });
    const texts = names.map((each) => this.inOutputs({ keys: [each], isText: false })).filter((paths) => paths.length > 0);
    return texts.length === 1 ? (texts[0] ?? []) : [];
  }

  #outputNames(): string[] {
    const ends = [...this.#graph.nodes.values()].filter(({ type, parentId }) => type === 'end' && parentId === undefined);
    if (ends.length === 0) return this.#sinksOf(undefined).map(({ id }) => id);
    return [...new Set(ends.flatMap(({ config }) => Object.keys((config.outputs ?? {}) as object)))];
  }

  #inReplies(): string[] {
    const nodes = [...this.#graph.nodes.values()];
    const own = nodes.flatMap((reply) => {
      const { from, text } = reply.config;
      const source = reply.type === 'reply' && typeof from === 'string' ? this.#graph.nodes.get(from) : undefined;
      const isSaid = source !== undefined && this.#inValue(text, { keys: [], isText: true }).has(source);
      return source && isSaid && this.#isSureBefore(source, reply) ? [this.#pathOf(source)] : [];
    });
    const called = nodes.flatMap((node) => {
      const workflow = calledWorkflow(node, this.#workflow);
      return workflow && hasReplies(workflow) ? new LeavingTexts(workflow, `${this.#pathOf(node)}/`).all() : [];
    });
    return [...own, ...called];
  }

  /** @param read the first key is the name of an output; without one, all outputs */
  inOutputs({ keys: [name, ...keys], isText }: Read): string[] {
    const outer = [...this.#graph.nodes.values()].filter(({ parentId }) => parentId === undefined);
    const ends = outer.filter(({ type }) => type === 'end');
    if (ends.length === 0) {
      // Without an end the values of the last nodes are the outputs.
      const sinks = this.#sinksOf(undefined).filter(({ id }) => name === undefined || id === name);
      return sinks.flatMap((sink) => this.#sureTexts(this.#follow(sink.id, { keys, isText }), sink));
    }
    return ends.flatMap((end) => {
      const outputs = Object.entries((end.config.outputs ?? {}) as Record<string, unknown>);
      const wanted = outputs.filter(([key]) => (name === undefined || key === name) && !this.#isReplaced(key, end, ends));
      return wanted.flatMap(([, value]) => this.#sureTexts(this.#inValue(value, { keys, isText }), end));
    });
  }

  /** Of several ends that set one output, the last by id counts. */
  #isReplaced(name: string, end: WorkflowNode, ends: readonly WorkflowNode[]): boolean {
    const sets = ({ config }: WorkflowNode) => Object.hasOwn((config.outputs ?? {}) as object, name);
    return ends.some((other) => other.id > end.id && sets(other) && !this.#exclusive(end.id, other.id));
  }

  #exclusive(one: NodeId, other: NodeId): boolean {
    this.#areExclusive ??= exclusiveNodes(this.#graph);
    return this.#areExclusive(one, other);
  }

  #sureTexts(texts: Texts, target: WorkflowNode): string[] {
    return [...texts].flatMap(([node, paths]) => (this.#isSureBefore(node, target) ? [...paths] : []));
  }

  /**
   * Whether the target runs in any case once the node has succeeded, and nothing that comes after the node could keep
   * its value back: a person, a branch, a check, another attempt. After a reply anything may follow.
   */
  #isSureBefore(node: WorkflowNode, target: WorkflowNode): boolean {
    const counts = target.type === 'reply' ? this.#before(target) : undefined;
    const waiting = [node];
    const seen = new Set(waiting);
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      if (!isPlain(at) || (at !== node && !isPassing(at))) return false;
      if (at === target && counts) continue;
      for (const { sourceHandle, target: next } of this.#graph.outgoing(at.id)) {
        const reached = this.#graph.nodes.get(next);
        if (sourceHandle === ERROR_PORT) return false;
        if (!reached || seen.has(reached) || counts?.has(reached) === false) continue;
        seen.add(reached);
        waiting.push(reached);
      }
    }
    return seen.has(target);
  }

  /** The node and all from which edges lead to it. */
  #before(node: WorkflowNode): ReadonlySet<WorkflowNode> {
    const before = new Set([node]);
    // The set grows during iteration.
    for (const { id } of before)
      for (const { source } of this.#graph.incoming(id)) before.add(this.#graph.nodes.get(source) as WorkflowNode);
    return before;
  }

  #inValue(value: unknown, { keys, isText }: Read): Texts {
    if (typeof value === 'string') {
      const tags = plainTags(value).filter((tag) => keys.length === 0 || tag.isWhole);
      return union(tags.map(({ choices, isWhole }) => this.#chosen(choices, { keys, isText: isText || !isWhole })));
    }
    const [key, ...rest] = keys;
    if (typeof value !== 'object' || value === null || (isText && key === undefined)) return NO_TEXTS;
    const fields = value as Record<string, unknown>;
    const read = key === undefined ? Object.values(fields) : Object.hasOwn(fields, key) ? [fields[key]] : [];
    return union(read.map((field) => this.#inValue(field, { keys: rest, isText })));
  }

  /** A choice counts where none before it can have a value. */
  #chosen(choices: readonly (readonly [NodeId, ...string[]])[], { keys, isText }: Read): Texts {
    const sure = choices.filter(([id], index) => choices.slice(0, index).every(([before]) => this.#exclusive(before, id)));
    return union(sure.map(([id, ...path]) => this.#follow(id, { keys: [...path, ...keys], isText })));
  }

  #follow(id: NodeId, read: Read): Texts {
    const key = JSON.stringify([id, read.keys, read.isText]);
    const cached = this.#read.get(key);
    if (cached) return cached;
    // An invalid document may read in circles.
    this.#read.set(key, NO_TEXTS);
    const node = this.#graph.nodes.get(id);
    const texts = node && node.options?.disabled !== true ? this.#textsIn(node, read) : NO_TEXTS;
    this.#read.set(key, texts);
    return texts;
  }

  #textsIn(node: WorkflowNode, { keys, isText }: Read): Texts {
    const { type, config } = node;
    const [key, ...rest] = keys;
    const isWhole = key === undefined && !isText;
    switch (type) {
      case 'llm': {
        const isItsText = config.outputSchema === undefined && (isWhole || (key === 'output' && rest.length === 0));
        return isItsText ? new Map([[node, new Set([this.#pathOf(node)])]]) : NO_TEXTS;
      }
      case 'template':
        return isWhole || (key === 'text' && rest.length === 0)
          ? this.#inValue(config.template, { keys: [], isText: true })
          : NO_TEXTS;
      case 'set':
        return config.target === 'session' ? NO_TEXTS : this.#inValue(config.values, { keys, isText });
      case 'merge':
      case 'join':
        return isWhole || key === 'value' ? this.#joined(node, { keys: rest, isText }) : NO_TEXTS;
      case 'map':
      case 'parallel':
        return isWhole && (config.onFailure ?? 'all') === 'all' ? this.#inBody(node) : NO_TEXTS;
      case 'workflow': {
        const called = calledWorkflow(node, this.#workflow);
        const paths = called && new LeavingTexts(called, `${this.#pathOf(node)}/`).inOutputs({ keys, isText });
        return paths ? new Map([[node, new Set(paths)]]) : NO_TEXTS;
      }
      default:
        return NO_TEXTS;
    }
  }

  /** The values of incoming edges: all of them, by the ids of their sources, or the first. */
  #joined(node: WorkflowNode, { keys, isText }: Read): Texts {
    const edges = this.#graph.incoming(node.id);
    const sources = [...new Set(edges.flatMap(({ source, sourceHandle }) => (sourceHandle === 'out' ? [source] : [])))];
    if (isRace(node)) return NO_TEXTS;
    if (node.type === 'merge' && node.config.mode === 'first') {
      const isOnly = (id: NodeId) => edges.every(({ source }) => source === id || this.#exclusive(id, source));
      const sure = sources.filter(isOnly);
      return union(sure.map((id) => this.#follow(id, { keys, isText })));
    }
    const [key, ...rest] = keys;
    if (key === undefined) return isText ? NO_TEXTS : union(sources.map((id) => this.#follow(id, { keys: [], isText })));
    const isById = node.type === 'join' || (node.config.mode ?? 'object') === 'object';
    return isById && sources.includes(key) ? this.#follow(key, { keys: rest, isText }) : NO_TEXTS;
  }

  /** The result of an iteration consists of the nodes without successors. */
  #inBody(container: WorkflowNode): Texts {
    const whole = { keys: [], isText: false };
    const paths = this.#sinksOf(container.id).flatMap((sink) => this.#sureTexts(this.#follow(sink.id, whole), sink));
    return new Map([[container, new Set(paths)]]);
  }

  #sinksOf(parentId: NodeId | undefined): WorkflowNode[] {
    const nodes = [...this.#graph.nodes.values()];
    return nodes.filter((node) => node.parentId === parentId && this.#graph.outgoing(node.id).length === 0);
  }

  #pathOf({ id }: WorkflowNode): string {
    return this.#prefix + [...this.#graph.containersOf(id).toReversed(), id].join('/');
  }
}

/** Runs once, and its failure is the end of the run. */
function isPlain({ options }: WorkflowNode): boolean {
  const { retry, onError = 'fail', disabled } = options ?? {};
  return onError === 'fail' && disabled !== true && (retry?.attempts ?? 1) === 1;
}

function isPassing(node: WorkflowNode): boolean {
  return PASSING_TYPES.has(node.type) && !isRace(node);
}

function union(all: readonly Texts[]): Texts {
  const together = new Map<WorkflowNode, Set<string>>();
  for (const texts of all)
    for (const [node, paths] of texts) together.set(node, new Set([...(together.get(node) ?? []), ...paths]));
  return together;
}
