import type { ASTNode } from '@marcbachmann/cel-js';
import { checkTemplate } from './check-template.ts';
import { analyseCel, type CelAnalysis, checkCel } from './condition.ts';
import { hasTags } from './has-tags.ts';
import type { ExpressionProblem, Reference } from './reference.ts';

export type { ExpressionProblem, Reference } from './reference.ts';

/** A part of an expression that is CEL, and where it begins. */
export type CelPart = {
  readonly source: string;
  readonly offset: number;
  readonly ast: ASTNode;
  /** What cannot work, whatever it reads; its position is in `source`. */
  check(): ExpressionProblem | undefined;
};

export type ParsedExpression = {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
  readonly celParts: readonly CelPart[];
};

/** References and problems of an expression; never throws. Variables of a template are not references. */
export function parseReferences(source: string, mode: 'template' | 'cel'): ParsedExpression {
  if (mode === 'cel') return ofCel(source);
  if (!hasTags(source)) return { references: [], problems: [], celParts: [] };
  const { references, problems, celTags } = checkTemplate(source);
  return { references, problems, celParts: celTags.flatMap(({ reading, ...tag }) => partOf(tag, reading)) };
}

function ofCel(source: string): ParsedExpression {
  const analysis = analyseCel(source);
  return { references: analysis.references, problems: analysis.problems, celParts: partOf({ source, offset: 0 }, analysis) };
}

function partOf(place: Pick<CelPart, 'source' | 'offset'>, analysis: CelAnalysis): readonly CelPart[] {
  if (!analysis.parsed) return [];
  return [{ ...place, ast: analysis.parsed.ast, check: () => checkCel(place.source, analysis) }];
}
