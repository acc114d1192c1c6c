'use client';
import { useEffect, useMemo, useState } from 'react';
import type { ChatTarget } from '#components/chat/chat-target.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Paths of the nodes whose text is the answer; undefined until that is known. */
export function useAnswerNodes(target: ChatTarget | undefined): ReadonlySet<string> | undefined {
  const page = target && 'page' in target ? target.page : undefined;
  const ofPage = useMemo(() => page && new Set(page.answerNodes), [page]);
  const ofDocument = useAnswerNodesOf(target && 'document' in target ? target.document : undefined);
  return ofPage ?? ofDocument;
}

/** What reads a document is loaded for it. */
function useAnswerNodesOf(document: Workflow | undefined): ReadonlySet<string> | undefined {
  const [answerNodes, setFound] = useState<{ readonly of: Workflow; readonly nodes: ReadonlySet<string> }>();
  useEffect(() => {
    if (!document) return;
    let isCurrent = true;
    void import('#lib/workflow/leaving-texts.ts').then(({ leavingTexts }) => {
      if (isCurrent) setFound({ of: document, nodes: leavingTexts(document) });
    });
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return answerNodes?.of === document ? answerNodes?.nodes : undefined;
}
