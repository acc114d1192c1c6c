'use client';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];
const link = 'text-accent underline underline-offset-2 wrap-anywhere';

/**
 * HTML in the text stays text. Pictures become links: loading one would send its server what a model was made to write
 * into the address.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer nofollow" className={link}>
      {children}
    </a>
  ),
  img: ({ src, alt }) =>
    typeof src === 'string' ? (
      <a href={src} target="_blank" rel="noreferrer nofollow" className={link}>
        {alt || src}
      </a>
    ) : null,
  h1: ({ children }) => <p className="text-name font-title">{children}</p>,
  h2: ({ children }) => <p className="text-name font-title">{children}</p>,
  h3: ({ children }) => <p className="font-title">{children}</p>,
  h4: ({ children }) => <p className="font-title">{children}</p>,
  h5: ({ children }) => <p className="font-title">{children}</p>,
  h6: ({ children }) => <p className="font-title">{children}</p>,
  ul: ({ children }) => <ul className="grid list-disc gap-0.5 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="grid list-decimal gap-0.5 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="grid gap-1.5 border-l-2 border-line-2 pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="border-line-2" />,
  code: ({ children }) => <code className="rounded-chip bg-canvas px-1 text-meta wrap-anywhere in-[pre]:px-0">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto rounded-control border border-line-1 bg-canvas p-2">{children}</pre>,
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border border-line-2 px-2 py-0.5 text-left font-strong wrap-break-word">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border border-line-2 px-2 py-0.5 wrap-break-word">
      {children}
    </td>
  ),
};

/** A text of a model as it will be read. */
export function MarkdownView({ text }: { text: string }) {
  return (
    <div className="grid max-w-[80ch] gap-2 leading-[18px] wrap-anywhere">
      <Markdown remarkPlugins={plugins} components={components}>
        {text}
      </Markdown>
    </div>
  );
}
