'use client';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';

/** What the server says that a drafted run would do. While another answer is awaited the last one stays. */
export type PlanState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly plan: RunPlanResource; readonly isOld: boolean }
  | { readonly status: 'refused'; readonly message: string };

/** The run that is planned for one canvas. */
export type ForkState = {
  /** The run about to be started; undefined while there is none. */
  readonly draft: ForkDraft | undefined;
  readonly plan: PlanState;
  /** The input form is submitted for the planned run, not for a full run. */
  readonly isSending: boolean;
  /** What had the focus before. */
  readonly before: Element | null;
  /** Starts a plan, replacing the current one. */
  open(draft: ForkDraft): void;
  change(change: Partial<ForkDraft>): void;
  setPlan(plan: PlanState): void;
  /** Has the form sent for what is planned. */
  send(submit: () => void): void;
  /** Closes the plan and restores the focus. */
  close(): void;
};

type ForkStore = StoreApi<ForkState>;

const LOADING: PlanState = { status: 'loading' };

function makeForkStore(): ForkStore {
  return createStore<ForkState>((set, get) => ({
    draft: undefined,
    plan: LOADING,
    isSending: false,
    before: null,
    open: (draft) => set({ draft, plan: LOADING, before: get().draft ? get().before : document.activeElement }),
    change: (change) => set(({ draft }) => (draft ? { draft: { ...draft, ...change } } : {})),
    setPlan: (plan) => set({ plan }),
    send(submit) {
      set({ isSending: true });
      submit();
      set({ isSending: false });
    },
    close() {
      const { before } = get();
      set({ draft: undefined, plan: LOADING, before: null });
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
  }));
}

const ForkContext = createContext<ForkStore | undefined>(undefined);
const noFork = makeForkStore();

/** Below it a run can be planned, and canvases show what it would do. */
export function ForkProvider({ children }: { children: ReactNode }) {
  const [store] = useState(makeForkStore);
  return <ForkContext value={store}>{children}</ForkContext>;
}

/** A part of what is planned; where nothing can be planned, nothing is. */
export function useForkState<Part>(selector: (state: ForkState) => Part): Part {
  return useStore(useForkStore(), selector);
}

/** Whether a run can be planned here. */
export function useCanFork(): boolean {
  return useContext(ForkContext) !== undefined;
}

/** The same for handlers: `useForkStore().getState()`. */
export function useForkStore(): ForkStore {
  return useContext(ForkContext) ?? noFork;
}
