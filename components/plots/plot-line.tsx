'use client';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

type PlotLine = {
  /** The step that the line of all plots is at; undefined without one. */
  readonly at: number | undefined;
  readonly move: (at: number | undefined) => void;
};

const context = createContext<PlotLine>({ at: undefined, move: () => {} });

/** One line for all plots over the same steps: where it is in one, it is in each. */
export function PlotLineProvider({ children }: { children: ReactNode }) {
  const [at, move] = useState<number>();
  const value = useMemo(() => ({ at, move }), [at]);
  return <context.Provider value={value}>{children}</context.Provider>;
}

export function usePlotLine(): PlotLine {
  return useContext(context);
}
