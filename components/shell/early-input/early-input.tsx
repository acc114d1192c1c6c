import type { ReactNode } from 'react';
import { keepEarlyInput } from '#components/shell/early-input/keep-early-input.ts';
import { RepeatedInput } from '#components/shell/early-input/repeated-input.tsx';

type EarlyInputProps = {
  /** The policy of the page, whose nonce the script needs. */
  readonly policy: string | null;
  readonly children: ReactNode;
};

/** The content of a page, where nothing is pressed or typed in vain while scripts load. */
export function EarlyInput({ policy, children }: EarlyInputProps) {
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  return (
    <>
      {/* The browser hides the nonce of a script from others. */}
      <script nonce={nonce} suppressHydrationWarning>{`(${keepEarlyInput})()`}</script>
      {children}
      <RepeatedInput />
    </>
  );
}
