/** The sign of the product: threads on a loom. */
export function AppMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      strokeWidth="1.7"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path className="stroke-current" d="M5 1.5v3M5 8v8.5M9 1.5V8M9 11.5v5M13 1.5v3M13 8v8.5" />
      <path className="stroke-accent" d="M1.5 6.2h15M1.5 9.8H7M11 9.8h5.5" />
    </svg>
  );
}
