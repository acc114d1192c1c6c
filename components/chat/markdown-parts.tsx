'use client';
import type { Element, ElementContent } from 'hast';
import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import type { Components } from 'react-markdown';
import { useTranslations } from 'use-intl';
import { CopyIcon } from '#components/chat/copy-icon.tsx';

/** Draws the chip of a source; undefined where an answer has none. */
export const ChipOf = createContext<((number: number) => ReactNode) | undefined>(undefined);

/**
 * HTML in the text stays text, and addresses other than those of the web and of mail are dropped. Pictures
 * become links: loading one would send its server what a model was made to write into the address.
 */
export const markdownParts: Components = {
  a: Anchor,
  img: ({ src, alt }) => (typeof src === 'string' ? <WebLink href={src}>{alt || src}</WebLink> : null),
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  pre: CodeBlock,
  table: Table,
};

function Anchor({ href, node, children }: { href?: string | undefined; node?: Element | undefined; children?: ReactNode }) {
  const chipOf = use(ChipOf);
  const cited = node?.properties.dataCite;
  if (typeof cited === 'string' && chipOf) return chipOf(Number(cited));
  return <WebLink href={href}>{children}</WebLink>;
}

function WebLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow" className="chat-link">
      {children}
    </a>
  );
}

function CodeBlock({ node, children }: { node?: Element | undefined; children?: ReactNode }) {
  const t = useTranslations('chat');
  const code = node?.children.find((child): child is Element => child.type === 'element');
  const [kind] = [code?.properties.className].flat();
  const language = typeof kind === 'string' ? kind.replace(/^language-/, '') : '';
  const isText = ['', 'text', 'txt', 'plaintext'].includes(language);
  return (
    <figure className="chat-code">
      <figcaption>
        <span>{isText ? null : language}</span>
        <CopyIcon label={t('copyCode')} text={() => textOf(code)} size={16} />
      </figcaption>
      {/* Code is read by scrolling, which needs the focus where there is no pointer. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre tabIndex={0}>{children}</pre>
    </figure>
  );
}

function textOf(node: ElementContent | undefined): string {
  if (node?.type === 'text') return node.value;
  return node?.type === 'element' ? node.children.map(textOf).join('') : '';
}

function Table({ children }: { children?: ReactNode }) {
  const t = useTranslations('chat');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as for code
    // biome-ignore lint/a11y/useSemanticElements: a landmark for each table would be too many
    <div tabIndex={0} role="group" aria-label={t('table')} className="chat-table">
      <table>{children}</table>
    </div>
  );
}
