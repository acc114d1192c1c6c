import { type Inline, readMarkdown } from '#components/inspector/node/read-markdown.ts';

const looks = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

/** The docs of a node type as people read them. */
export function PlainMarkdown({ text }: { text: string }) {
  return (
    <div className="grid gap-2 text-ink-2 wrap-anywhere">
      {readMarkdown(text).map((block, index) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
          <p key={index} className="leading-[18px]">
            <Inlines inlines={block.inlines} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
          <ul key={index} className="grid list-disc gap-1 pl-4 leading-[18px]">
            {block.items.map((inlines, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
              <li key={item}>
                <Inlines inlines={inlines} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map(({ text, look }, index) => {
    if (look === 'plain') return text;
    const Tag = looks[look];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
      <Tag key={index} className={look === 'strong' ? 'font-title text-ink-1' : look === 'code' ? 'text-meta text-ink-1' : ''}>
        {text}
      </Tag>
    );
  });
}
