'use client';
import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { splitMarkdown } from '#components/chat/split-markdown.ts';

const plugins = [remarkGfm];

/**
 * HTML in the text stays text, and addresses other than those of the web and of mail are dropped. Pictures
 * become links: loading one would send its server what a model was made to write into the address.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer nofollow" className="text-accent underline underline-offset-2 wrap-anywhere">
      {children}
    </a>
  ),
  img: ({ src, alt }) =>
    typeof src === 'string' ? (
      <a href={src} target="_blank" rel="noreferrer nofollow" className="text-accent underline underline-offset-2 wrap-anywhere">
        {alt || src}
      </a>
    ) : null,
  h1: ({ children }) => <h3 className="text-title font-title">{children}</h3>,
  h2: ({ children }) => <h3 className="text-title font-title">{children}</h3>,
  h3: ({ children }) => <h4 className="text-name font-title">{children}</h4>,
  h4: ({ children }) => <h5 className="font-title">{children}</h5>,
  h5: ({ children }) => <h6 className="font-title">{children}</h6>,
  h6: ({ children }) => <h6 className="font-title text-ink-2">{children}</h6>,
  ul: ({ children }) => <ul className="grid list-disc gap-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="grid list-decimal gap-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="grid gap-2 border-l-2 border-line-2 pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="border-line-2" />,
  code: ({ children }) => (
    <code className="rounded-control bg-sunken px-1 text-meta wrap-anywhere in-[pre]:bg-transparent in-[pre]:px-0">
      {children}
    </code>
  ),
  pre: ({ children }) => (
    // Code is read by scrolling, which needs the focus where there is no pointer.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <pre tabIndex={0} className="overflow-x-auto rounded-control border border-line-1 bg-sunken p-2 leading-5">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as for code
    <div tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border border-line-2 bg-sunken px-2 py-1 text-left font-strong">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border border-line-2 px-2 py-1">
      {children}
    </td>
  ),
};

type MarkdownTextProps = {
  readonly text: string;
  /** More text comes: complete blocks are not read again with each piece. */
  readonly isGrowing: boolean;
};

/** Markdown with tables, as models write it. */
export function MarkdownText({ text, isGrowing }: MarkdownTextProps) {
  const parts = useMemo(() => (isGrowing ? splitMarkdown(text) : [text]), [text, isGrowing]);
  return (
    <div className="grid max-w-[80ch] gap-2.5 leading-5 wrap-anywhere">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at their end
        <Part key={index} text={part} />
      ))}
    </div>
  );
}

const Part = memo(function Part({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={components}>
      {text}
    </Markdown>
  );
});
