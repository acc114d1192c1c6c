import type { z } from 'zod';
import type { askAssistant } from '#lib/api/assistant.contract.ts';
import type { OpenRun } from '#lib/assistant/open-run.ts';
import type { Surroundings } from './read-surroundings.ts';

/** A workflow with more nodes is named by its size. */
const MAX_LISTED_NODES = 100;

type Request = Pick<z.output<typeof askAssistant.body>, 'message' | 'document' | 'history' | 'selectedNodes'>;
type Around = { readonly workspace: Surroundings; readonly run: OpenRun | undefined };

/** What the person asks, and as JSON, which no text in it can leave, what is open around it. */
export function requestText({ message, document, history, selectedNodes }: Request, { workspace, run }: Around): string {
  const { name, nodes, edges } = document;
  const context = {
    workflow: {
      name,
      nodeCount: nodes.length,
      edgeCount: edges.length,
      nodes: nodes.slice(0, MAX_LISTED_NODES).map(({ id, type, label }) => ({ id, type, label })),
    },
    selectedNodes,
    workspace,
    run: run ? { status: run.status, error: run.error ?? null } : null,
    conversation: history,
  };
  return `${message}\n\n<context>\n${JSON.stringify(context)}\n</context>`;
}
