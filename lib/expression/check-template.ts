import { analyseCel, type CelAnalysis } from './condition.ts';
import { liquidProblem } from './liquid-engine.ts';
import { problemAt } from './reference.ts';
import { type ParsedTemplate, parseTemplate } from './template-parser.ts';

/** Parses a template and, if that finds no problem, compiles it with Liquid. */
export function checkTemplate(source: string): ParsedTemplate<CelAnalysis> {
  const parsed = parseTemplate(source, analyseCel);
  if (parsed.plain || parsed.problems.length > 0) return parsed;
  const liquidError = liquidProblem(parsed.liquidSource);
  return liquidError === undefined ? parsed : { ...parsed, problems: [problemAt(source, 0, liquidError)] };
}
