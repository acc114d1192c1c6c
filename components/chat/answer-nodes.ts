'use client';
import { useEffect, useState } from 'react';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Paths of the nodes whose text is the answer; undefined until that is known. The node types are loaded for it. */
export function useAnswerNodes(document: Workflow | undefined): ReadonlySet<string> | undefined {
  const [answerNodes, setFound] = useState<{ readonly of: Workflow; readonly nodes: ReadonlySet<string> }>();
  useEffect(() => {
    if (!document) return;
    let isCurrent = true;
    void Promise.all([import('#nodes/registry.gen.ts'), import('#lib/workflow/leaving-texts.ts')]).then(
      ([{ nodeRegistry }, { leavingTexts }]) => {
        if (isCurrent) setFound({ of: document, nodes: leavingTexts(document, nodeRegistry) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return answerNodes?.of === document ? answerNodes?.nodes : undefined;
}
