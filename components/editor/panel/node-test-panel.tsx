'use client';
import { CircleAlert, Play, Undo2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { NodeTestOutcome } from '#components/editor/panel/node-test-outcome.tsx';
import { PausedInput } from '#components/editor/panel/paused-input.tsx';
import { useNodeTest } from '#components/editor/run/node-tests.ts';
import { type ReadTestInputs, readTestInputs } from '#components/editor/run/read-test-inputs.ts';
import { useReadInputs } from '#components/editor/run/use-read-inputs.ts';
import { ShowPrompt } from '#components/run-view/prompt/show-prompt.tsx';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { promptNodeTypes } from '#lib/ports/prompt-preview.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Runs a single node, with given values for the nodes it reads. */
export function NodeTestPanel({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvasRun');
  const { test, run, setText, reset, leave } = useNodeTest(node.id);
  const editor = useEditorStore();
  const inputs = useReadInputs(node.id);
  const filledIn = useMemo(() => JSON.stringify(inputs, null, 2), [inputs]);
  const text = test.text ?? filledIn;
  const read = readTestInputs(text);
  const { step } = test;
  const id = `test-${node.id}`;
  return (
    <>
      <PausedInput node={node} inputs={inputs} />
      <section aria-labelledby={`${id}-title`} className="grid min-w-0 gap-2 border-t border-line-1 pt-3">
        <header className="grid gap-1">
          <h3 id={`${id}-title`} className="text-name font-title">
            {t('test.title')}
          </h3>
          <p className="text-ink-2">{node.type === 'start' ? t('test.startText') : t('test.text')}</p>
        </header>
        <div className="grid gap-1">
          <div className="flex h-6 items-center gap-1">
            <label htmlFor={id} className="font-strong text-ink-2">
              {t('test.values')}
            </label>
            {test.text !== undefined && test.text !== filledIn ? (
              <Button look="quiet" onClick={reset}>
                <Undo2 size={13} aria-hidden="true" />
                {t('test.reset')}
              </Button>
            ) : null}
          </div>
          <TextArea
            id={id}
            value={text}
            spellCheck={false}
            aria-invalid={'problem' in read}
            aria-describedby={'problem' in read ? `${id}-problem` : undefined}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-meta leading-[17px]!"
          />
          <Problem id={`${id}-problem`} read={read} />
        </div>
        {step.at === 'running' ? (
          <Waiting startedAtMs={step.startedAtMs} onLeave={leave} />
        ) : (
          <div>
            <Button aria-disabled={'problem' in read || undefined} onClick={() => 'inputs' in read && run(text, read.inputs)}>
              <Play size={13} aria-hidden="true" />
              {t('test.run')}
            </Button>
          </div>
        )}
        {hasPrompt(node) ? (
          <ShowPrompt
            read={() =>
              'inputs' in read
                ? { document: editor.getState().document, nodeId: node.id, inputs: read.inputs as Record<string, never> }
                : undefined
            }
          />
        ) : null}
        <NodeTestOutcome node={node} step={step} />
      </section>
    </>
  );
}

function hasPrompt({ type }: WorkflowNode): boolean {
  return (promptNodeTypes as readonly string[]).includes(type);
}

function Problem({ id, read }: { id: string; read: ReadTestInputs }) {
  const t = useTranslations('canvasRun.test.problems');
  if (!('problem' in read)) return null;
  return (
    <p id={id} className="flex items-start gap-1 text-meta text-failed">
      <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{t(read.problem, { reason: read.reason })}</span>
    </p>
  );
}

function Waiting({ startedAtMs, onLeave }: { startedAtMs: number; onLeave: () => void }) {
  const t = useTranslations('canvasRun.test');
  const nowMs = useNow('live');
  return (
    <div className="flex items-center gap-2">
      <span data-state="running" className="num flex items-center gap-1 text-state">
        <StatusMark state="running" />
        {t('running')} {formatDuration(Math.max(nowMs - startedAtMs, 0))}
      </span>
      <Button look="quiet" onClick={onLeave} title={t('leaveHint')}>
        <X size={13} aria-hidden="true" />
        {t('leave')}
      </Button>
    </div>
  );
}
