import { defineCommand } from '../define-command.ts';
import { exitCode } from '../exit-code.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'Checks workflows and lists all their problems',
  usage: 'FILE... [--json]',
  operands: { min: 1, max: Number.POSITIVE_INFINITY },
  options: { json: { kind: 'flag', help: 'One JSON object a file: { file, valid, errors, warnings }' } },
  details: 'Nothing is run and nothing is fetched. FILE - is standard input. Exits with 1 when a file is not valid.',
  examples: ['threadloom validate flows/*.workflow.json'],
  async run({ operands, options, terminal }) {
    const { checkDocument } = await import('../document/check-document.ts');
    const { readDocument } = await import('../document/read-document.ts');
    const { describeProblem } = await import('../document/describe-problem.ts');
    let invalid = 0;
    for (const file of operands) {
      const document = await readDocument(file, terminal);
      const { valid, errors, warnings } = checkDocument(document);
      if (!valid) invalid++;
      if (options.json) {
        terminal.out(`${JSON.stringify({ file: document.name, valid, errors, warnings })}\n`);
        continue;
      }
      terminal.out([...errors, ...warnings].map((problem) => describeProblem(document.name, problem, terminal)).join(''));
      terminal.out(verdict(document.name, { errors: errors.length, warnings: warnings.length }, terminal.paint));
    }
    return invalid === 0 ? exitCode.ok : exitCode.failed;
  },
});

function verdict(
  name: string,
  { errors, warnings }: { errors: number; warnings: number },
  paint: (paint: 'green' | 'red', text: string) => string,
): string {
  const counts = [count(errors, 'error'), count(warnings, 'warning')].filter((text) => text !== '').join(', ');
  if (errors > 0) return `${paint('red', '✗')} ${name}: ${counts}\n`;
  return `${paint('green', '✓')} ${name} is valid${counts && `, with ${counts}`}\n`;
}

function count(number: number, word: string): string {
  return number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`;
}
