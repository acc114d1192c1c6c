'use client';
import { useEffect, useMemo, useState } from 'react';
import type { ChatTarget } from '#components/chat/chat-target.ts';
import type { ChatStepKind } from '#lib/chat/chat-answer.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What nodes of a workflow are in a conversation. */
export type TalkNodes = {
  /** Paths of the nodes whose text is the answer; undefined until that is known. */
  readonly answers: ReadonlySet<string> | undefined;
  /** What they do for a customer, by their paths. */
  readonly steps: Readonly<Record<string, ChatStepKind>>;
};

const NONE: TalkNodes = { answers: undefined, steps: {} };

export function useTalkNodes(target: ChatTarget | undefined): TalkNodes {
  const page = target && 'page' in target ? target.page : undefined;
  const ofPage = useMemo(() => page && { answers: new Set(page.answerNodes), steps: page.stepNodes }, [page]);
  const ofDocument = useNodesOf(target && 'document' in target ? target.document : undefined);
  return ofPage ?? ofDocument ?? NONE;
}

/** What reads a document is loaded for it. */
function useNodesOf(document: Workflow | undefined): TalkNodes | undefined {
  const [read, setRead] = useState<{ readonly of: Workflow; readonly nodes: TalkNodes }>();
  useEffect(() => {
    if (!document) return;
    let isCurrent = true;
    void import('#components/chat/answer/nodes-of-document.ts').then(({ nodesOfDocument }) => {
      if (isCurrent) setRead({ of: document, nodes: nodesOfDocument(document) });
    });
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return read?.of === document ? read?.nodes : undefined;
}
