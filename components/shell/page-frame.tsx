import type { ReactNode } from 'react';
import { TopBar } from '#components/shell/top-bar.tsx';
import { WhenHydrated } from '#components/shell/when-hydrated.tsx';
import { WorkflowBar } from '#components/shell/workflow-bar.tsx';

type PageFrameProps = {
  title: string;
  /** A description, hidden on narrow screens. */
  about?: string | undefined;
  /** Shown on all screen widths. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Instead of the title: the bar of the workflow that the page is about. */
  workflow?: { readonly id: string; readonly name: string; readonly shown: 'chat' } | undefined;
  /** On phones, where a page is as high as its content, that is at least as high as the window. @defaultValue false */
  fillsPhone?: boolean;
  children: ReactNode;
};

/** Layout of a page outside the editor: a top bar above the scrolling content. */
export function PageFrame({ title, about, badge, actions, workflow, fillsPhone = false, children }: PageFrameProps) {
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      {workflow ? (
        <WorkflowBar workflowId={workflow.id} name={workflow.name} shown={workflow.shown}>
          {actions ? <WhenHydrated>{actions}</WhenHydrated> : null}
        </WorkflowBar>
      ) : (
        <TopBar title={title}>
          {about ? (
            <p title={about} className="min-w-0 grow basis-0 truncate text-ink-2 max-md:hidden">
              {about}
            </p>
          ) : null}
          {badge}
          <span className={about ? 'grow md:hidden' : 'grow'} />
          {actions ? <WhenHydrated>{actions}</WhenHydrated> : null}
        </TopBar>
      )}
      <main
        id="main"
        tabIndex={-1}
        className={`min-h-0 min-w-0 grow overflow-y-auto bg-panel -outline-offset-2 ${fillsPhone ? 'max-md:grid' : ''}`}
      >
        {children}
      </main>
    </div>
  );
}
