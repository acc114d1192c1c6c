import { liquidProblem } from './liquid-engine.ts';
import { problemAt } from './reference.ts';
import { type ParsedTemplate, parseTemplate } from './template-parser.ts';

/** Problems of `parseTemplate` and of Liquid itself. */
export function checkTemplate(source: string): ParsedTemplate {
  const parsed = parseTemplate(source);
  if (parsed.plain || parsed.problems.length > 0) return parsed;
  const missed = liquidProblem(parsed.liquidSource);
  return missed === undefined ? parsed : { ...parsed, problems: [problemAt(source, 0, missed)] };
}
