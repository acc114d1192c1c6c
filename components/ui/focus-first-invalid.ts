/** Focuses the first control of a form whose value is refused, and opens what it is folded in. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
  for (let fold = control?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  control?.focus({ preventScroll: true });
  // With its label and error, which the browser does not count in.
  control?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' });
}
