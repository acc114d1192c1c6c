import { defineCommand } from '../define-command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Prints the completion of a shell',
  usage: 'bash|zsh|fish',
  operands: { min: 1, max: 1 },
  options: {},
  details: 'Completes commands, their options and files. Load it in the profile of the shell.',
  examples: [
    'source <(threadloom completion bash)',
    'threadloom completion zsh > ~/.zfunc/_threadloom',
    'threadloom completion fish > ~/.config/fish/completions/threadloom.fish',
  ],
  async run({ operands: [shell = ''], terminal }) {
    const { commands } = await import('../commands.ts');
    const { completionScript } = await import('../completion/completion-script.ts');
    terminal.out(completionScript(shell, commands));
    return 0;
  },
});
