import { type QuestionType, surelyAsked } from './question-type.ts'

/** What a line needs to be quoted first: what was plainly asked, the shop's address ("shop ở đâu"), or hours ("làm tới 20h không"). */
export function wantedKind(
  type: QuestionType,
  words: readonly { term: string }[],
): 'phone' | 'time' | 'place' | undefined {
  const text = words.map(({ term }) => term).join(' ')
  if (type === 'place' && shopAsked.test(text)) return 'place'
  if (type === 'yes_no' && /\b\d{1,2}h\d{2}\b/.test(text)) return 'time'
  return surelyAsked(type, words)
}

const shopAsked =
  /\b(?:shop|cua hang|tiem|quan|studio|showroom|spa|xuong|van phong|co so|chi nhanh|trung tam|phong kham|nha hang)(?: minh| em| ban)? (?:o|nam|nam o) (?:dau|cho nao|duong nao)\b|^dia chi\b/
