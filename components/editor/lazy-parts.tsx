'use client';
import { lazy } from 'react';

/** Parts of the editor that a visit may do without: each is loaded when it is first opened, and stands in a `Suspense`. */
export const LazyJsonView = lazy(async () => {
  const { JsonView } = await import('#components/editor/json-view/json-view.tsx');
  return { default: JsonView };
});

export const LazyPublishPanel = lazy(async () => {
  const { PublishPanel } = await import('#components/publish/publish-panel.tsx');
  return { default: PublishPanel };
});

export const LazyEditorPlan = lazy(async () => {
  const { EditorPlan } = await import('#components/fork/editor-plan.tsx');
  return { default: EditorPlan };
});

export const LazyNodeJson = lazy(async () => {
  const { NodeJson } = await import('#components/inspector/node-json.tsx');
  return { default: NodeJson };
});

export const LazyNodeRunView = lazy(async () => {
  const { NodeRunView } = await import('#components/editor/node-run-view.tsx');
  return { default: NodeRunView };
});

export const LazyNodeTestPanel = lazy(async () => {
  const { NodeTestPanel } = await import('#components/editor/node-test-panel.tsx');
  return { default: NodeTestPanel };
});

export const LazyTemplatePreview = lazy(async () => {
  const { TemplatePreview } = await import('#components/inspector/template-preview.tsx');
  return { default: TemplatePreview };
});

export const LazyStaleComparison = lazy(async () => {
  const { StaleComparison } = await import('#components/editor/stale-comparison.tsx');
  return { default: StaleComparison };
});
