'use client';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { checkNodeId } from '#components/inspector/node/check-node-id.ts';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { AppError } from '#lib/errors/app-error.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** The element to focus for another id. */
export const NODE_ID_INPUT = 'node-id';

/** Loaded separately, because renaming includes the parsers of all expressions. */
const loadRenaming = () => import('#lib/workflow/rename-node.ts');

type NodeIdFieldProps = {
  nodeId: NodeId;
  /** Undefined where the name of the node is its type. */
  type: string | undefined;
};

/** The id and type of a node. The id is applied on Enter or blur, with every reference to the node. */
export const NodeIdField = memo(function NodeIdField({ nodeId, type }: NodeIdFieldProps) {
  const t = useTranslations('inspector');
  const { typeTitle } = useNames();
  const store = useEditorStore();
  const [text, setText] = useState(nodeId);
  const [refusal, setRefusal] = useState<string>();
  const problem = checkNodeId(store.getState().document, nodeId, text);
  const message = problem ? t(`idProblems.${problem}`, { id: text }) : refusal;
  async function rename() {
    if (problem || text === nodeId) return;
    try {
      const { renameNode } = await loadRenaming();
      const { workflowId, apply, select, selectedNodes } = store.getState();
      apply({ label: 'rename', run: (workflow) => renameNode(workflow, nodeRegistry, { from: nodeId, to: text }) });
      breakpointMemory.followRename(workflowId, { from: nodeId, to: text });
      if (selectedNodes.has(nodeId)) select({ nodes: [text] });
    } catch (error) {
      setRefusal(error instanceof AppError ? error.message : t('idNotLoaded'));
    }
  }
  function write(typed: string) {
    setText(typed);
    setRefusal(undefined);
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 items-center gap-2 pl-4 text-meta text-ink-3">
        <label htmlFor={NODE_ID_INPUT} className="sr-only">
          {t('id')}
        </label>
        <TextInput
          id={NODE_ID_INPUT}
          title={t('idHelp')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? 'node-id-help' : 'node-id-problem'}
          onChange={(event) => write(event.target.value)}
          onFocus={() => void loadRenaming().catch(() => {})}
          onBlur={() => void rename()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void rename();
            if (event.key !== 'Escape' || text === nodeId) return;
            event.stopPropagation();
            write(nodeId);
          }}
          className="h-5! border-transparent! bg-transparent! px-1! font-mono text-meta! text-ink-2! hover:border-line-2! focus-visible:border-accent! aria-invalid:border-failed!"
        />
        {type === undefined ? null : <span className="shrink-0">{typeTitle(type)}</span>}
      </div>
      {message === undefined ? (
        <p id="node-id-help" className="sr-only">
          {t('idHelp')}
        </p>
      ) : (
        <p id="node-id-problem" role="alert" className="flex items-start gap-1 pl-5 text-meta text-failed">
          <span className="grid h-4 place-items-center">
            <ProblemMark level="error" />
          </span>
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </p>
      )}
    </div>
  );
});
