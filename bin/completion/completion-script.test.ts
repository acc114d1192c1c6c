import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { completionScript } from './completion-script.ts';

/** What bash offers after these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', commands)}
COMP_WORDS=(threadloom ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_threadloom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, their actions, options, and files', () => {
  expect(offered('tri')).toEqual(['triggers']);
  expect(offered('keys', '')).toEqual(['create', 'list', 'revoke']);
  expect(offered('chat', 'support', '--se')).toEqual(['--session', '--server']);
  expect(offered('run', 'package.j')).toEqual(['package.json']);
  expect(offered('help', 'expo')).toEqual(['export']);
});

test('every command and option is in each script', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = completionScript(shell, commands);
    for (const { name, options } of commands) {
      expect(script).toContain(name);
      for (const option of Object.keys(options)) expect(script).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`);
    }
    // Texts in single quotes have none of their own.
    const quotes = script.split("'").length - 1;
    expect(quotes % 2).toBe(0);
  }
  expect(() => completionScript('tcsh', commands)).toThrow('bash, zsh, fish');
});
