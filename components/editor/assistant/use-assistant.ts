'use client';
import { useStore } from 'zustand';
import { apiClient } from '#components/data/api-client.ts';
import { type AssistantSession, type SessionState, sessionOf } from '#components/editor/assistant/assistant-session.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';

/** The conversation of the opened workflow. */
export function useAssistant(): AssistantSession {
  return sessionOf(useEditorStore(), apiClient);
}

/** A part of the conversation's state. */
export function useAssistantState<Part>(selector: (state: SessionState) => Part): Part {
  return useStore(useAssistant().state, selector);
}
