type ClosedDialog = {
  /** What had the focus before. */
  readonly opener: Element | null;
  readonly isConfirmed: boolean;
  readonly focusAfterId: string;
};

/** Returns the focus to the opener of a cancelled dialog, if it still exists; else moves it to `focusAfterId`. */
export function focusAfterDialog({ opener, isConfirmed, focusAfterId }: ClosedDialog): void {
  const canReturn = !isConfirmed && opener?.isConnected && opener !== document.body;
  const target = canReturn ? opener : document.getElementById(focusAfterId);
  if (target instanceof HTMLElement) target.focus();
}
