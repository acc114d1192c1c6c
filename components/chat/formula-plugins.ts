import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

type Plugins = NonNullable<Options['remarkPlugins']>;

/** Formulas become MathML, which browsers draw without fonts or styles of ours. Nothing in them may name an address. */
export const formulaPlugins: { readonly remark: Plugins; readonly rehype: Plugins } = {
  remark: [[remarkMath, { singleDollarTextMath: false }]],
  rehype: [
    [rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', errorColor: 'currentColor', maxExpand: 200, maxSize: 20 }],
  ],
};
