import { errorMessage } from '../errors/error-message.ts';

/** What the engines of Chromium, Firefox and Node say of a text that is not JSON; other engines give no place. */
const reasons: readonly (readonly [message: RegExp, zh: string])[] = [
  [/^Unexpected end|unexpected end of data/i, '内容不完整'],
  [/unterminated string/i, '字符串没有结束'],
  [/control character/i, '字符串中有未转义的控制字符'],
  [/escape/i, '转义字符无效'],
  [/non-whitespace character after/i, 'JSON 之后还有其他内容'],
  [/property name/i, '需要双引号括起的字段名'],
  [/':' after/i, '字段名之后需要冒号'],
  [/',' or '\}'/i, '需要逗号或右花括号'],
  [/',' or '\]'/i, '需要逗号或右方括号'],
  [/number|exponent/i, '数字无效'],
];

/** Why a text is not JSON, and where, from the error of `JSON.parse`, in a language of the studio. */
export function jsonReason(error: unknown, language: string): string {
  const message = errorMessage(error);
  if (language !== 'zh-CN') return message;
  const token = /^Unexpected token '(.+?)'/su.exec(message)?.[1];
  const reason = token === undefined ? wordReason(message) : `意外的字符 ${token}`;
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line === undefined ? reason : `第 ${line} 行第 ${column} 列，${reason}`;
}

function wordReason(message: string): string {
  // The property name of "after property name" was found: the colon is missing.
  const found = reasons.find(([pattern]) => pattern.test(message.replace(/ after (property|array) \w+/, ' after')));
  return found?.[1] ?? '格式不正确';
}
