import { defineCommand } from '../define-command.ts';
import { exitCode } from '../exit-code.ts';

export const fmtCommand = defineCommand({
  name: 'fmt',
  summary: 'Writes workflows in their canonical form, so that git shows small differences',
  usage: 'FILE... [--check]',
  operands: { min: 1, max: Number.POSITIVE_INFINITY },
  options: { check: { kind: 'flag', help: 'Write nothing; exit with 1 when a file would change' } },
  details: 'A file that has the form already is not touched. FILE - reads standard input and writes to standard output.',
  examples: ['threadloom fmt flows/*.workflow.json', 'threadloom fmt --check flows/*.workflow.json'],
  async run({ operands, options, terminal }) {
    const { readDocument } = await import('../document/read-document.ts');
    const { readShape } = await import('../document/read-shape.ts');
    const { formatWorkflow } = await import('#lib/workflow/format-workflow.ts');
    const { describeProblem } = await import('../document/describe-problem.ts');
    const { replaceFile } = await import('../document/replace-file.ts');
    let code: number = exitCode.ok;
    for (const file of operands) {
      const document = await readDocument(file, terminal);
      // Only the form changes: configs of old versions stay old, and what is not valid may still be
      // formatted.
      const shape = readShape(document);
      if (!shape.ok) {
        terminal.err(shape.problems.map((problem) => describeProblem(document.name, problem, terminal)).join(''));
        code = exitCode.usage;
        continue;
      }
      const text = formatWorkflow(shape.workflow);
      const isSame = text === document.text;
      if (!isSame && options.check) {
        terminal.out(`${document.name}\n`);
        if (code === exitCode.ok) code = exitCode.failed;
      }
      if (options.check) continue;
      if (file === '-') terminal.out(text);
      else if (!isSame) {
        await replaceFile(file, text);
        terminal.err(`${document.name} formatted\n`);
      }
    }
    return code;
  },
});
