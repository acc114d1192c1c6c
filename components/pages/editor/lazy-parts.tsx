'use client';
import { lazyPart } from '#components/ui/lazy-part.tsx';

/** Parts of the editor that are loaded when first opened; each needs a `Suspense` around it. */
export const LazyJsonView = lazyPart(async () => (await import('#components/editor/json-view/json-view.tsx')).JsonView);

export const LazyAssistantPanel = lazyPart(
  async () => (await import('#components/editor/assistant/assistant-panel.tsx')).AssistantPanel,
);

export const LazyBuildFromPrompt = lazyPart(
  async () => (await import('#components/editor/assistant/build-from-prompt.tsx')).BuildFromPrompt,
);

export const LazyChatPanel = lazyPart(async () => (await import('#components/editor/chat/chat-panel.tsx')).ChatPanel);

export const LazyProposalCanvas = lazyPart(
  async () => (await import('#components/editor/assistant/proposal-canvas.tsx')).ProposalCanvas,
);

export const LazyPublishPanel = lazyPart(async () => (await import('#components/pages/publish/publish-panel.tsx')).PublishPanel);

export const LazyDraftChanges = lazyPart(async () => (await import('#components/pages/publish/draft-changes.tsx')).DraftChanges);

export const LazyEditorPlan = lazyPart(async () => (await import('#components/editor/panel/editor-plan.tsx')).EditorPlan);

export const LazyNodeJson = lazyPart(async () => (await import('#components/inspector/node/node-json.tsx')).NodeJson);

export const LazyNodeRunView = lazyPart(async () => (await import('#components/editor/panel/node-run-view.tsx')).NodeRunView);

export const LazyNodeHeader = lazyPart(async () => (await import('#components/inspector/node/node-header.tsx')).NodeHeader);

export const LazyTriggerPanel = lazyPart(
  async () => (await import('#components/inspector/trigger/trigger-panel.tsx')).TriggerPanel,
);
