import { fold } from '#shared/rules/text/fold.ts'

const shopNames = ['shop', 'sop', 'ad', 'admin', 'tiệm', 'quán']
const personNames = ['em', 'e', 'anh', 'a', 'chị', 'c', 'mình', 'bạn', 'cô', 'chú', 'bác']
const both = (words: readonly string[]): ReadonlySet<string> => new Set([...words, ...words.map(fold)])

/** How the shop is spoken to, as written and folded: "bàn" is not "bạn". Owner: answering. */
export const shopAddressed = both(shopNames)
export const personAddressed = both(personNames)

/** What may follow the end of a question: who is spoken to, and particles. Folded, for patterns. */
export const endings = [
  ...[...shopNames, ...personNames].map(fold),
  'bac si|toi|ta|oi|ui|ah|ak|nhi|nha|nhe|nhen|vay|v|z|the|da|voi|ne',
].join('|')
