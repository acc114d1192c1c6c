'use client';
import { ReactFlowProvider } from '@xyflow/react';
import { ArrowLeft, MessageSquare, Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Canvas } from '#components/editor/canvas/canvas.tsx';
import { EditorDialogs } from '#components/editor/commands/editor-dialogs.tsx';
import { RunButton } from '#components/editor/dock/run-button.tsx';
import { RunClock } from '#components/editor/dock/run-clock.tsx';
import { RunDock } from '#components/editor/dock/run-dock.tsx';
import { type BuildRequest, readBuildRequest } from '#components/editor/document/build-request.ts';
import {
  EditorProvider,
  useEditor,
  useEditorUi,
  useEditorUiStore,
  type WorkflowResource,
} from '#components/editor/document/use-editor.tsx';
import { NODE_ORIGIN } from '#components/editor/elements/flow-elements.ts';
import { FocusBlankStart } from '#components/editor/palette/focus-blank-start.tsx';
import { Palette } from '#components/editor/palette/palette.tsx';
import { OpenSidePanel, SidePanel, SideTabs } from '#components/editor/panel/side-panel.tsx';
import { LearnFromRun } from '#components/editor/run/learn-from-run.tsx';
import { MomentChip } from '#components/editor/run/moment-chip.tsx';
import { ShownPresent } from '#components/editor/run/shown-present.tsx';
import { StaleNotice } from '#components/editor/run/stale-notice.tsx';
import { Tour } from '#components/editor/tour/tour.tsx';
import { NodeInspector } from '#components/inspector/node/node-inspector.tsx';
import { useSelectedNode } from '#components/inspector/node/use-selected-node.ts';
import { EditorBar } from '#components/pages/editor/editor-bar.tsx';
import {
  LazyAssistantPanel,
  LazyBuildFromPrompt,
  LazyChatPanel,
  LazyDraftChanges,
  LazyEditorPlan,
  LazyJsonView,
  LazyNodeHeader,
  LazyNodeJson,
  LazyNodeRunView,
  LazyProposalCanvas,
  LazyPublishPanel,
  LazyTriggerPanel,
} from '#components/pages/editor/lazy-parts.tsx';
import { SmallScreenNote } from '#components/pages/editor/small-screen-note.tsx';
import { ForkProvider, useForkState } from '#components/run-view/fork/fork-session.tsx';
import { Button } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listModels } from '#lib/api/models.contract.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import type { Problem } from '#lib/workflow/problem.ts';

type EditorPageProps = {
  workflow: WorkflowResource;
  /** Those of the workflow; undefined when it was not checked yet. */
  problems: readonly Problem[] | undefined;
  models: ContractOutput<typeof listModels>['items'];
  tools: readonly ToolResource[];
  /** The version behind the endpoint that changed last; null without one. */
  liveVersion: number | null;
};

/** Where a workflow is built and run. Give it the workflow's id as `key`. */
export function EditorPage({ workflow, problems, ...rest }: EditorPageProps) {
  return (
    <EditorProvider workflow={workflow} problems={problems}>
      <ReactFlowProvider nodeOrigin={NODE_ORIGIN}>
        <ForkProvider>
          <Editor {...rest} />
        </ForkProvider>
      </ReactFlowProvider>
    </EditorProvider>
  );
}

function Editor({ models, tools, liveVersion }: Omit<EditorPageProps, 'workflow' | 'problems'>) {
  const t = useTranslations();
  const ui = useEditorUiStore();
  const tab = useEditorUi((state) => state.sideTab);
  const chosen = useEditorUi((state) => state.panel);
  // A selected node is shown instead of the triggers, which come back when nothing is selected.
  const hasSelection = useEditor(({ selectedNodes, selectedEdges }) => selectedNodes.size + selectedEdges.size > 0);
  const panel = chosen === 'triggers' && hasSelection ? 'node' : chosen;
  const panelBefore = useEditorUi((state) => state.panelBefore);
  // Kept while a node is shown instead, so that nothing typed there is lost.
  const kept = panel === 'node' ? panelBefore : panel;
  const isJsonOpen = useEditorUi((state) => state.isJsonOpen);
  const isPlanning = useForkState(({ draft }) => draft !== undefined);
  // Only the publish panel can make the first version live while this page is open.
  const [mayBeLive, setMayBeLive] = useState(liveVersion !== null);
  if (panel === 'publish' && !mayBeLive) setMayBeLive(true);
  const { set } = ui.getState();
  const close = () => set({ panel: 'node', isSideOpen: false });
  const labels = {
    publish: t('editor.publish'),
    assistant: t('assistant.title'),
    chat: t('editorChat.title'),
    triggers: t('triggers.title'),
    node: t('editor.panel.title'),
  };
  const request = useBuildRequest();
  const isPlanShown = isPlanning && panel !== 'publish';
  return (
    <div className="flex h-dvh flex-col overflow-hidden max-md:h-[calc(100dvh-var(--bar-phone))]">
      <EditorBar>
        <RunClock />
        <RunButton />
        <Button
          look="quiet"
          aria-expanded={panel === 'chat'}
          onClick={() => set({ panel: panel === 'chat' ? 'node' : 'chat' })}
          className="max-sm:hidden"
        >
          <MessageSquare size={14} aria-hidden="true" />
          <span className="max-lg:sr-only">{t('editorChat.open')}</span>
        </Button>
        <Button
          look="quiet"
          aria-expanded={panel === 'assistant'}
          onClick={() => set({ panel: panel === 'assistant' ? 'node' : 'assistant' })}
          className="max-sm:hidden"
        >
          <Sparkles size={14} aria-hidden="true" />
          <span className="max-lg:sr-only">{t('assistant.open')}</span>
        </Button>
        {mayBeLive ? (
          <Suspense>
            <LazyDraftChanges key={String(panel === 'publish')} liveVersion={liveVersion} />
          </Suspense>
        ) : null}
        <Button
          look="primary"
          data-tour="publish"
          aria-expanded={panel === 'publish'}
          onClick={() => set({ panel: panel === 'publish' ? 'node' : 'publish' })}
          className="max-sm:hidden"
        >
          {t('editor.publish')}
        </Button>
      </EditorBar>
      <SmallScreenNote />
      <LearnFromRun />
      <Tour />
      {request ? (
        <Suspense>
          <LazyBuildFromPrompt request={request} />
        </Suspense>
      ) : (
        <FocusBlankStart />
      )}
      <StaleNotice />
      <div className="flex min-h-0 grow">
        <main id="main" className="flex min-h-0 min-w-0 grow flex-col">
          <div className="relative flex min-h-0 grow">
            {isJsonOpen ? (
              <Suspense fallback={<Palette />}>
                <LazyJsonView />
              </Suspense>
            ) : (
              <Palette />
            )}
            <div className="relative flex min-h-0 min-w-0 grow">
              <OpenSidePanel />
              <ShownPresent>
                <Canvas />
              </ShownPresent>
              {panel === 'assistant' ? (
                <Suspense>
                  <LazyProposalCanvas />
                </Suspense>
              ) : null}
            </div>
          </div>
          <MomentChip />
          <RunDock onOpenOutput={() => set({ panel: 'node', sideTab: 'output' })} />
        </main>
        <SidePanel label={isPlanShown ? t('fork.panel') : labels[panel]} isPlan={isPlanShown} isChosen={panel !== 'node'}>
          {isPlanShown ? (
            <Loaded>
              <LazyEditorPlan />
            </Loaded>
          ) : null}
          {kept && !isPlanShown ? (
            <div className={panel === 'node' ? 'hidden' : 'contents'}>
              <Loaded>
                {kept === 'publish' ? (
                  <LazyPublishPanel onClose={close} />
                ) : kept === 'assistant' ? (
                  <LazyAssistantPanel hasOnlyDemo={models.every(({ isDemo }) => isDemo)} onClose={close} />
                ) : kept === 'chat' ? (
                  <LazyChatPanel onClose={close} />
                ) : (
                  <LazyTriggerPanel catalogue={{ models, tools }} onClose={close} />
                )}
              </Loaded>
            </div>
          ) : null}
          {panel === 'node' && !isPlanShown ? (
            <>
              {kept ? <BackToPanel label={labels[kept]} onBack={() => set({ panel: kept })} /> : null}
              <SelectedHeader />
              <SideTabs tab={tab} onTab={(sideTab) => set({ sideTab })}>
                {{
                  config: <NodeInspector models={models} tools={tools} />,
                  input: (
                    <Loaded>
                      <LazyNodeRunView which="input" />
                    </Loaded>
                  ),
                  output: (
                    <Loaded>
                      <LazyNodeRunView which="output" />
                    </Loaded>
                  ),
                  json: (
                    <Loaded>
                      <LazyNodeJson />
                    </Loaded>
                  ),
                }}
              </SideTabs>
            </>
          ) : null}
        </SidePanel>
      </div>
      <EditorDialogs />
    </div>
  );
}

/** Leads back to the panel that the form of a node replaced. */
function BackToPanel({ label, onBack }: { label: string; onBack: () => void }) {
  const t = useTranslations('editor.panel');
  return (
    <div className="flex h-(--bar-panel) shrink-0 items-center border-b border-line-1 bg-chrome px-1.5">
      <Button look="quiet" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden="true" />
        {t('backTo', { panel: label })}
      </Button>
    </div>
  );
}

/** What the start page wants to be built here. Undefined on the server, which has no storage of the tab. */
function useBuildRequest() {
  const isHydrated = useIsHydrated();
  const workflowId = useEditor((state) => state.workflowId);
  const [read, setRead] = useState<{ readonly request: BuildRequest | undefined }>();
  if (isHydrated && !read) setRead({ request: readBuildRequest(workflowId) });
  return read?.request;
}

/** Above the tabs, for one selected node. Its code is loaded with the first selection. */
function SelectedHeader() {
  const hasNode = useSelectedNode() !== undefined;
  if (!hasNode) return null;
  return (
    <Suspense fallback={<div aria-busy="true" className="h-16 shrink-0" />}>
      <LazyNodeHeader />
    </Suspense>
  );
}

/** Keeps the room of a part for the moment that it takes to be loaded. */
function Loaded({ children }: { children: ReactNode }) {
  return <Suspense fallback={<div aria-busy="true" className="min-h-0 grow" />}>{children}</Suspense>;
}
