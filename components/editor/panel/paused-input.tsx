'use client';
import { useTranslations } from 'use-intl';
import { useShownFact } from '#components/editor/run/run-overlay.ts';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Scope } from '#lib/expression/read-path.ts';
import { compileValue } from '#lib/expression/template.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/**
 * The config that the node will run with, while the run is paused before it. Not in containers, where it depends on the
 * iteration.
 */
export function PausedInput({ node, inputs }: { node: WorkflowNode; inputs: Scope }) {
  const t = useTranslations('canvasRun');
  const isPaused = useShownFact(({ run }) => Number(run.pausedAt.includes(node.id))) > 0;
  if (!isPaused) return null;
  const resolved = resolve(node, inputs);
  return (
    <section aria-label={t('pausedInput')} data-part="paused-input">
      {'problem' in resolved ? (
        <p className="text-failed wrap-anywhere">{t('pausedProblem', { message: resolved.problem })}</p>
      ) : (
        <ValueExplorer label={t('pausedInput')} value={resolved.value} />
      )}
    </section>
  );
}

function resolve(node: WorkflowNode, inputs: Scope): { value: unknown } | { problem: string } {
  const definition = definitionOf(node, nodeRegistry);
  try {
    return { value: definition ? compileValue(node.config, expressionModes(definition)).evaluate(inputs) : node.config };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
