import type { ReactNode } from 'react';
import { keepEarlyInput } from '#components/shell/early-input/keep-early-input.ts';
import { RepeatedInput } from '#components/shell/early-input/repeated-input.tsx';
import { InlineScript } from '#components/shell/inline-script.tsx';

type EarlyInputProps = {
  /** Content security policy of the response, with the nonce for the inline script. */
  readonly policy: string | null;
  readonly children: ReactNode;
};

/** Wraps a page, so that events of the user before its hydration are repeated after it. */
export function EarlyInput({ policy, children }: EarlyInputProps) {
  return (
    <>
      <InlineScript policy={policy} run={keepEarlyInput} />
      {children}
      <RepeatedInput />
    </>
  );
}
