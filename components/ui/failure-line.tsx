import type { ReactNode } from 'react';
import { Ways } from '#components/ui/ways.tsx';

/** One line with an error, for places without room for a `Notice`; read out when it appears. Nothing without a text. */
export function FailureLine({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children ? (
        <p className="text-failed wrap-anywhere">
          {children}
          <Ways of={children} />
        </p>
      ) : null}
    </div>
  );
}
