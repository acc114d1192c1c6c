import { marked, type Token, type Tokens } from 'marked';

/** A piece of text of one style. */
export type Span = {
  readonly text: string;
  readonly isBold?: true;
  readonly isItalic?: true;
  readonly isCode?: true;
  readonly isStruck?: true;
  readonly link?: string;
};

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'image'; readonly file: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly start: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly columns: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'rule' };
export type Cell = { readonly align: 'left' | 'center' | 'right'; readonly spans: readonly Span[] };

/** Deeper lists and quotes are read as if they were at this depth. */
const MAX_DEPTH = 20;
const LINK = /^(https?:|mailto:)/i;

type Style = Omit<Span, 'text'>;

/** Markdown (GitHub's) as the blocks of a document. HTML in it is text. */
export function markdownBlocks(markdown: string): Block[] {
  return blocksOf(marked.lexer(markdown), 0);
}

function blocksOf(tokens: readonly Token[], depth: number): Block[] {
  if (depth > MAX_DEPTH) return [];
  return tokens.flatMap((token) => blocksOfToken(token, depth));
}

function blocksOfToken(token: Token, depth: number): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, spans: spansOf(token.tokens ?? []) }];
    case 'paragraph':
    case 'text':
      return paragraphsOf(token.tokens ?? [token]);
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens ?? [], depth + 1) }];
    case 'list':
      return [listOf(token as Tokens.List, depth)];
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'html':
      return [{ kind: 'paragraph', spans: [{ text: token.raw.trim() }] }];
    default:
      return [];
  }
}

/** An image is a block of its own, wherever it is in a paragraph. */
function paragraphsOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let text: Token[] = [];
  const end = () => {
    const spans = spansOf(text);
    if (spans.some((span) => span.text.trim() !== '')) blocks.push({ kind: 'paragraph', spans });
    text = [];
  };
  for (const token of tokens) {
    if (token.type !== 'image') {
      text.push(token);
      continue;
    }
    end();
    blocks.push({ kind: 'image', file: decoded(token.href), alt: token.text });
  }
  end();
  return blocks;
}

/** A path with spaces is written with `%20`. */
function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    isOrdered: ordered,
    start: typeof start === 'number' ? start : 1,
    items: items.map(({ tokens, task, checked }) => {
      const blocks = blocksOf(tokens, depth + 1);
      return task
        ? [
            { kind: 'paragraph', spans: [{ text: checked ? '[x] ' : '[ ] ' }, ...firstSpans(blocks)] } as const,
            ...blocks.slice(1),
          ]
        : blocks;
    }),
  };
}

function firstSpans([first]: readonly Block[]): readonly Span[] {
  return first?.kind === 'paragraph' ? first.spans : [];
}

function tableOf({ header, rows }: Tokens.Table): Block {
  const cell = ({ tokens, align }: Tokens.TableCell): Cell => ({ align: align ?? 'left', spans: spansOf(tokens) });
  return { kind: 'table', columns: header.map(cell), rows: rows.map((row) => row.map(cell)) };
}

function spansOf(tokens: readonly Token[], style: Style = {}, depth = 0): Span[] {
  if (depth > MAX_DEPTH) return [];
  const inner = (token: Token, more: Style) =>
    spansOf(('tokens' in token && token.tokens) || [], { ...style, ...more }, depth + 1);
  return tokens.flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return inner(token, { isBold: true });
      case 'em':
        return inner(token, { isItalic: true });
      case 'del':
        return inner(token, { isStruck: true });
      case 'link':
        return inner(token, LINK.test(token.href) ? { link: token.href } : {});
      case 'codespan':
        return [{ ...style, text: token.text, isCode: true }];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'image':
        return [{ ...style, text: token.text }];
      case 'text':
        return token.tokens ? inner(token, {}) : [{ ...style, text: flat(token.text) }];
      case 'escape':
        return [{ ...style, text: token.text }];
      default:
        return [{ ...style, text: flat(token.raw) }];
    }
  });
}

/** A line break in Markdown is a space. */
function flat(text: string): string {
  return text.replaceAll('\n', ' ');
}
