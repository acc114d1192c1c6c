'use client';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { citePlugin } from '#components/chat/cite-plugin.ts';
import { formulaMarks, hasFormula } from '#components/chat/formula-marks.ts';
import type { formulaPlugins } from '#components/chat/formula-plugins.ts';
import { ChipOf, markdownParts } from '#components/chat/markdown-parts.tsx';
import { splitMarkdown } from '#components/chat/split-markdown.ts';

const NO_NUMBERS: readonly number[] = [];

type MarkdownTextProps = {
  readonly text: string;
  /** More text comes: complete blocks are not read again with each piece. */
  readonly isGrowing: boolean;
  /** Numbers of sources, which become chips. @defaultValue none */
  readonly numbers?: readonly number[];
  readonly chipOf?: ((number: number) => ReactNode) | undefined;
};

/** Markdown with tables, code and formulas, as models write it. */
export function MarkdownText({ text, isGrowing, numbers = NO_NUMBERS, chipOf }: MarkdownTextProps) {
  const marked = useMemo(() => formulaMarks(text), [text]);
  const parts = useMemo(() => (isGrowing ? splitMarkdown(marked) : [marked]), [marked, isGrowing]);
  const formulas = useFormulas(hasFormula(marked));
  const key = numbers.join(' ');
  const plugins = useMemo(() => {
    const cited = new Set(key === '' ? [] : key.split(' ').map(Number));
    return {
      remark: [remarkGfm, ...(formulas?.remark ?? [])],
      rehype: [...(formulas?.rehype ?? []), ...(cited.size > 0 ? [citePlugin(cited)] : [])],
    };
  }, [formulas, key]);
  return (
    <ChipOf value={chipOf}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at their end
        <Part key={index} text={part} plugins={plugins} />
      ))}
    </ChipOf>
  );
}

type Plugins = typeof formulaPlugins;

/** What draws formulas is loaded for the first of them. */
function useFormulas(isNeeded: boolean): Plugins | undefined {
  const [loaded, setLoaded] = useState<Plugins>();
  useEffect(() => {
    if (isNeeded) void import('#components/chat/formula-plugins.ts').then((module) => setLoaded(module.formulaPlugins));
  }, [isNeeded]);
  return isNeeded ? loaded : undefined;
}

const Part = memo(function Part({ text, plugins }: { text: string; plugins: Plugins }) {
  return (
    <div className="chat-part">
      <Markdown remarkPlugins={plugins.remark} rehypePlugins={plugins.rehype} components={markdownParts}>
        {text}
      </Markdown>
    </div>
  );
});
