import { SKILL_NAME } from './skill.ts';

/**
 * The files of a new skill by path: all sections, a script, a reference and a Chinese translation.
 * @throws {Error} for a name that a skill cannot have
 */
export function newSkillFiles(name: string): Record<string, string> {
  if (!SKILL_NAME.test(name))
    throw new Error(`'${name}' is no name of a skill: lowercase letters, digits, - and _, at most 64, such as contract-review`);
  const words = name.replaceAll(/[_-]+/g, ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return {
    'SKILL.md': english(name, title),
    'SKILL.zh-CN.md': chinese(title),
    'scripts/check.py': script,
    'references/example.md': reference(title),
  };
}

function english(name: string, title: string): string {
  return `---
name: ${name}
display_name: ${title}
description: Does one kind of task. Use it when a user asks for that task, in these or similar words.
version: 0.1.0
triggers: []
max_iterations: 30
timeout: 300
---

# ${title}

## When to use
Say what people want who need this, and what it is not for.

## Steps
1. Read what is given, and ask once for what is missing.
2. Work as \`references/example.md\` shows.
3. Check the result: run \`scripts/check.py\` with the text as its argument.

## Output
Say what the answer contains, in which order, and in which form.
`;
}

function chinese(title: string): string {
  return `---
display_name: ${title}
description: 完成一类任务。当有人用这样或类似的话提出该任务时使用。
triggers: []
---

# ${title}

## 何时使用
说明需要它的人想要什么，以及它不适用于什么。

## 步骤
1. 阅读已有的内容，缺少的信息一次问清。
2. 按照 \`references/example.md\` 的示例完成。
3. 检查结果：以文本为参数运行 \`scripts/check.py\`。

## 输出
说明回答包含什么、以什么顺序和形式给出。
`;
}

const script = `# Prints what the model should see. Only what is printed comes back.
import sys

text = sys.argv[1] if len(sys.argv) > 1 else ""
print(f"{len(text.split())} words")
`;

function reference(title: string): string {
  return `# ${title}: an example

Show a task with a good result here. The model reads this file with \`read_skill\` when the instructions name it.
`;
}
