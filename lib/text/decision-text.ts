/** Whole answers that decide, in the languages of chats. After anything else the question is repeated. */
const approving = new Set(
  (
    'yes|y|yep|yeah|yes please|sure|ok|okay|approve|approved|i approve|confirm|confirmed|accept|accepted|agree|agreed|allow|' +
    'go|go ahead|do it|proceed|continue|lgtm|looks good|true|👍|✅|' +
    '是|是的|好|好的|可以|行|同意|批准|确认|通过|接受|继续|没问题|' +
    "はい|承認|了解|네|예|승인|да|одобряю|oui|d'accord|approuver|ja|genehmigen|sí|si|aprobar|sim|aprovar|sì|va bene"
  ).split('|'),
);
const rejecting = new Set(
  (
    'no|n|nope|no thanks|no thank you|reject|rejected|i reject|deny|denied|decline|declined|refuse|disapprove|disallow|' +
    "cancel|stop|abort|don't|do not|don't do it|false|👎|❌|" +
    '否|不|不是|不要|不行|不可以|不同意|拒绝|否决|取消|停止|' +
    'いいえ|却下|아니요|거부|нет|отклонить|non|refuser|nein|ablehnen|rechazar|não|rejeitar'
  ).split('|'),
);

/** A longer text says more than a decision. */
const MAX_CHARS = 200;

/** True for a text that approves, false for one that rejects; undefined where it is no clear answer. */
export function decisionOf(text: string): boolean | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(/^[\s"'“”«»「」.!,。！，]+|[\s"'“”«»「」.!,。！，]+$/gu, '')
    .replaceAll(/[\s,，]+/g, ' ');
  if (approving.has(plain)) return true;
  return rejecting.has(plain) ? false : undefined;
}
