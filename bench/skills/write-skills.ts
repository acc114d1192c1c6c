import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skillList } from './skill-list.ts';

export type BenchSkill = { readonly name: string; readonly description: string; readonly triggers: readonly string[] };

const HAN = /\p{Script=Han}/u;
const ROUNDS = { en: 6, zh: 6 } as const;

/** The skills of the list. */
function benchSkills(): BenchSkill[] {
  return skillList
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', description = '', triggers = ''] = line.split('|');
      return { name, description, triggers: triggers.split(', ') };
    });
}

/** Writes each as a folder with a `SKILL.md`: the public format, or ours with its triggers. */
export function writeSkills(folder: string, { format }: { format: 'public' | 'own' }): BenchSkill[] {
  const skills = benchSkills();
  for (const skill of skills) {
    mkdirSync(join(folder, skill.name), { recursive: true });
    writeFileSync(join(folder, skill.name, 'SKILL.md'), skillFile(skill, format));
  }
  return skills;
}

export function skillFile({ name, description, triggers }: BenchSkill, format: 'public' | 'own'): string {
  const own = format === 'own' ? `version: 1.0.0\ntriggers: ${JSON.stringify(triggers)}\n` : 'metadata:\n  version: "1.0.0"\n';
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${own}---\n${bodyOf({ name, description })}`;
}

/** As long as real instructions, with their sections; they say no more of the topic than its description. */
function bodyOf({ name, description }: Pick<BenchSkill, 'name' | 'description'>): string {
  const isChinese = HAN.test(description);
  const title = name.replaceAll('-', ' ');
  const parts = description.split(/[.:;,。，；：、]\s*/).filter((part) => part.trim() !== '');
  const step = isChinese
    ? (part: string, index: number) =>
        `${index + 1}. ${part}。先确认已有的材料和还缺的信息，缺少时一次问清；把这一步的结果写下来，注明依据和不确定之处，再进入下一步。不要编造数据，无法确认的内容单独列出。`
    : (part: string, index: number) =>
        `${index + 1}. ${part}. Look first at what is there and what is missing, and ask for it once; write down the result of this step with what it rests on and how sure it is, before going on. Never invent data: list apart what could not be confirmed.`;
  const check = isChinese
    ? '逐条核对：是否回答了用户的要求；每个数字是否有来源；用语是否一致；有没有多余的内容；读者能否直接使用。发现问题时回到相应的步骤修改，而不是在结尾补充说明。'
    : 'Go through the list: does it answer what the user wanted; has every number a source; are the words the same throughout; is anything there that nobody needs; can the reader use it as it is. Where something is wrong, go back to its step instead of adding a remark at the end.';
  const steps = Array.from({ length: isChinese ? ROUNDS.zh : ROUNDS.en }, () => parts).flat();
  const [when, how, quality, output] = isChinese
    ? ['何时使用', '步骤', '检查', '输出']
    : ['When to use', 'Steps', 'Quality checks', 'Output'];
  return [
    `# ${title}`,
    `## ${when}\n${description}`,
    `## ${how}\n${steps.map(step).join('\n')}`,
    `## ${quality}\n${Array.from({ length: 3 }, () => check).join('\n\n')}`,
    `## ${output}\n${isChinese ? '一份可以直接使用的结果，附上依据和待确认的问题。' : 'A result that can be used as it is, with what it rests on and the open questions.'}`,
  ].join('\n\n');
}
