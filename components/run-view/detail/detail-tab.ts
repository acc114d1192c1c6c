/** The look of a tab over what is known of a run or of its parts. */
export const detailTab =
  'flex h-full items-center gap-1.5 border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1';
