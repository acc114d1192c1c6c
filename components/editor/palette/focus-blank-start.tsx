'use client';
import { useEffect, useEffectEvent } from 'react';
import { readBuildRequest } from '#components/editor/document/build-request.ts';
import { isBlank, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';

/** Opens a new workflow at the inputs of its `start`, unless something has the focus already. */
export function FocusBlankStart() {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const showAdded = useShowAdded();
  const focus = useEffectEvent(() => {
    const isTaken = ui.getState().isTouring || readBuildRequest(store.getState().workflowId) !== undefined;
    const isFree = document.activeElement === document.body && !isTaken;
    if (isFree && isBlank(store.getState().document)) showAdded('field');
  });
  useEffect(() => focus(), []);
  return null;
}
