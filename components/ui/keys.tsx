/** A key, or keys that are pressed together or instead of each other, as they are printed on a keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-chip border border-line-2 bg-raised px-1 font-ui text-meta text-ink-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
