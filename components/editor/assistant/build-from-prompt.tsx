'use client';
import { useReactFlow } from '@xyflow/react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { browserZone } from '#components/data/browser-zone.ts';
import { drawWorkflow } from '#components/editor/assistant/draw-workflow.ts';
import { useAssistant } from '#components/editor/assistant/use-assistant.ts';
import { type BuildRequest, removeBuildRequest } from '#components/editor/document/build-request.ts';
import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { focusSoon } from '#components/ui/focus-soon.ts';
import { setSchedule } from '#lib/workflow/edit/set-schedule.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const FIT = { padding: 0.15, maxZoom: 1, duration: 120 } as const;
const TOLD_WORDS = 4;

/** Builds the request of the start page in the opened workflow, node by node. Nothing is run. */
export function BuildFromPrompt({ request }: { request: BuildRequest }) {
  const t = useTranslations('assistant.build');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const assistant = useAssistant();
  const flow = useReactFlow();
  const { templateName } = useNames();

  const draw = useEffectEvent((target: Workflow, signal: AbortSignal) =>
    drawWorkflow(store, target, {
      onStep: () => requestAnimationFrame(() => void flow.fitView(FIT)),
      isAtOnce: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      signal,
    }),
  );
  const build = useEffectEvent(async (signal: AbortSignal) => {
    const { message, model, template } = request;
    ui.getState().set({ panel: 'assistant' });
    // The field of the sentence is gone with its page.
    if (document.activeElement === document.body) focusSoon(SIDE_PANEL_ID);
    if (!template) return assistant.build({ message, model, draw: (target) => draw(target, signal) });
    const found = await apiClient.getTemplate({ params: { id: template.id } }, { signal });
    const [name, words] = [templateName(found), template.words.slice(0, TOLD_WORDS).join(', ')];
    assistant.tell(message, words === '' ? t('noneNear', { name }) : t('nearest', { name, words }));
    await draw(setSchedule(found.document, message, browserZone()), signal);
  });
  const { workflowId } = store.getState();
  useEffect(() => {
    const leaving = new AbortController();
    build(leaving.signal).then(
      () => leaving.signal.aborted || removeBuildRequest(workflowId),
      () => {},
    );
    return () => leaving.abort();
  }, [workflowId]);
  return null;
}
