'use client';
import { lazyPart } from '#components/ui/lazy-part.tsx';

/** Parts of the editor that a visit may do without: each is loaded when it is first opened, and stands in a `Suspense`. */
export const LazyJsonView = lazyPart(async () => (await import('#components/editor/json-view/json-view.tsx')).JsonView);

export const LazyPublishPanel = lazyPart(async () => (await import('#components/pages/publish/publish-panel.tsx')).PublishPanel);

export const LazyEditorPlan = lazyPart(async () => (await import('#components/editor/panel/editor-plan.tsx')).EditorPlan);

export const LazyNodeJson = lazyPart(async () => (await import('#components/inspector/node/node-json.tsx')).NodeJson);

export const LazyNodeRunView = lazyPart(async () => (await import('#components/editor/panel/node-run-view.tsx')).NodeRunView);
