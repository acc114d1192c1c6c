'use client';
import { apiClient } from '#components/data/api-client.ts';
import { RUN_TOUR } from '#components/editor/tour/tour-memory.ts';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import type { Making } from '#components/pages/templates/use-making.ts';
import { copyTemplate } from '#components/pages/templates/workflow-actions.ts';
import { useNames } from '#components/run-view/use-names.ts';

/** It branches, calls models, and waits for a person: a run of it shows what there is to see. */
const TOUR_TEMPLATE = 'triage-with-approval';
const FIRST_NODE = 'urgent_reply';

/** Runs a sample in a new workflow and opens it with the tour; undefined without that template. */
export function useStartTour(templates: readonly TemplateCard[], making: Making): (() => void) | undefined {
  const { templateName } = useNames();
  const template = templates.find(({ id }) => id === TOUR_TEMPLATE);
  if (!template) return undefined;
  return () =>
    void making.make(
      () => copyTemplate(apiClient, template.id, templateName(template)),
      async (id) => {
        const { runId } = await apiClient.runWorkflow({ params: { id }, body: { mode: 'async' } });
        return { run: runId, node: FIRST_NODE, tour: RUN_TOUR };
      },
    );
}
