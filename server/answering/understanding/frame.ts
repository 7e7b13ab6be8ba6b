import { type Amount, amountsIn } from '../reading/amounts.ts'
import type { Day } from '../reading/days.ts'
import { oneSpelling, plainText, wordsIn } from '../reading/plain-text.ts'
import { spelledWords, writesMarks } from '../reading/phrase-book.ts'
import { oneSlip } from '../reading/slips.ts'
import { purposesIn } from './purposes.ts'
import { type Weekday, weekdaysIn } from '../reading/weekdays.ts'
import { endings, personAddressed, shopAddressed } from '../lexicon/address-words.ts'
import { askingWords, framingWords, markedFraming, wantedWords } from '../lexicon/wanted-words.ts'
import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'

export type NormalisedMessage = {
  text: string
  words: { raw: string; worth: number }[]
  /** alternatives for a run of words: synonyms, English, corrected typos */
  others: { at: number; length: number; words: string[] }[]
}

export type Wanted = keyof typeof wantedWords | 'count'

export type FrameWord = {
  word: string
  raw: string
  worth: number
  isFraming: boolean
  /** from an earlier turn: helps to choose, need not be explained */
  isBefore?: boolean
  others: { words: string[]; length: number }[]
}

export type Frame = {
  wants: Set<Wanted>
  words: FrameWord[]
  amounts: readonly Amount[]
  days: ReadonlySet<Weekday>
  counted: string | undefined
  /** what the money is for, besides the price */
  purposes: ReadonlySet<string>
  /** those named in the message itself */
  named: ReadonlySet<string>
  plain: string
  /** typed with accents, so that missing accents are deliberate */
  isMarked: boolean
}

const stopWorth = 0.12
const markedAsking: ReadonlySet<string> = new Set(markedFraming.split(/\s+/u).filter(Boolean))
const asking: ReadonlySet<string> = new Set(askingWords.split(/\s+/u).filter(Boolean))
const framing: ReadonlySet<string> = new Set(framingWords.split(/\s+/u).filter(Boolean))
const wanted = Object.entries(wantedWords).map(
  ([kind, words]) =>
    [kind as Wanted, new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'u')] as const,
)
const kindWords = ['place', 'contact', 'account', 'duration', 'percent'] as const
/** A framing word may be part of a name, but must hardly count when missing. */
const framingWorth = 0.06

export function frameOf({ text, words, others }: NormalisedMessage, today?: Day): Frame {
  const spelled = words.map(({ raw }) => fold(raw)).join(' ')
  const wants = new Set(wanted.flatMap(([kind, pattern]) => (pattern.test(spelled) ? [kind] : [])))
  const counted = countedIn(text, words)
  if (counted) {
    wants.add('count')
    if (!surelyMoney.test(spelled)) wants.delete('money')
  }
  if (wants.has('measure') && !surelyMoney.test(spelled)) wants.delete('money')
  const wantedKinds = new Set(
    kindWords
      .flatMap(kind => (wants.has(kind) ? wantedWords[kind] : []))
      .flatMap(phrase => (spelled.includes(phrase) ? phrase.split(' ') : [])),
  )
  const read = words.map(({ raw, worth }, at): FrameWord => {
    const [word = fold(raw)] = wordsIn(raw)
    return {
      word,
      raw: oneSpelling(raw),
      isFraming: isAsking(raw, worth),
      worth:
        isFraming(raw, worth) || isCounted(words, at) || wantedKinds.has(fold(raw))
          ? Math.min(worth, framingWorth)
          : worth,
      others: others.flatMap(other =>
        other.at === at ? [{ words: other.words.flatMap(wordsIn), length: other.length }] : [],
      ),
    }
  })
  const purposes = purposesIn(`${plainText(text)} ; ${spelled}`)
  return {
    wants,
    words: read,
    amounts: amountsIn(text),
    days: weekdaysIn(`${plainText(text)} ; ${spelled}`, today),
    counted,
    purposes,
    named: purposes,
    plain: spelled,
    isMarked: writesMarks(spelledWords(text)),
  }
}

/** They never distinguish things. With accents, "bàn" is not "bạn". */
function isAsking(raw: string, worth: number): boolean {
  return hasDiacritics(raw) ? worth <= stopWorth || markedAsking.has(raw) : asking.has(raw)
}

function isFraming(raw: string, worth: number): boolean {
  if (slipOf(fold(raw))) return true
  return hasDiacritics(raw) ? worth <= stopWorth || markedAsking.has(raw) : framing.has(raw)
}

/** "nhêu", "bảo nhieu": a typo of a question word, too long to be another word. */
function slipOf(word: string): boolean {
  return word.length >= 4 && askedOften.some(one => one !== word && oneSlip(word, one))
}

const askedOften = ['nhieu', 'khong', 'duoc', 'shop']

/** "Mấy năm", "bao nhiêu tiền": what is counted names no thing. */
function isCounted(words: NormalisedMessage['words'], at: number): boolean {
  return /^(?:mấy|may|nhiêu|nhieu|many)$/u.test(words[at - 1]?.raw ?? '')
}

const noCount: ReadonlySet<string> = new Set(
  'tien gia phan dong mot 1 vay a z v the cho de la thi hay khong ha hen nhi duoc can k ti vnd thoi roi nua size loai gio luc ngay thang nam tuan phut tieng lau'.split(
    ' ',
  ),
)
const surelyMoney = /(?<!\p{L})(?:tien|gia|phi|cuoc|price|cost|fee|how much)(?!\p{L})/u

/** "tối đa bao nhiêu người": not money or time. "Máy" is not "mấy". */
function countedIn(text: string, words: NormalisedMessage['words']): string | undefined {
  if (/(?:bao nhieu|nhieu|may) ?[,.?!;\n]/u.test(plainText(text))) return undefined
  const at = words.findIndex(({ raw }) => /^(?:mấy|may|nhiêu|nhieu|many)$/u.test(raw))
  const word = at < 0 ? undefined : words[at + 1]?.raw
  if (!word || noCount.has(fold(word)) || isAddressed(words, at + 1)) return undefined
  return wordsIn(`1 ${word}`)[1]
}

const onlyEndings = new RegExp(`^(?: (?:${endings}))*$`, 'u')
const countsPeople = /(?:^| )(?:may|many|(?:co|con|duoc|toi da|nhan|lop|phong|nhom) (?:bao )?nhieu)$/u
const countsShops = /(?:^| )(?:co|con) may$/u

/** "Gội bầu bao nhiêu shop": the message ends with who is spoken to. "Mấy em", "có bao nhiêu bạn" count people. */
function isAddressed(words: NormalisedMessage['words'], at: number): boolean {
  const spelled = words.map(({ raw }) => fold(raw))
  const rest = spelled.slice(at + 1).map(word => ` ${word}`)
  if (!onlyEndings.test(rest.join(''))) return false
  const { raw } = words[at]!
  const before = spelled.slice(0, at).join(' ')
  return (
    (shopAddressed.has(raw) && !countsShops.test(before)) || (personAddressed.has(raw) && !countsPeople.test(before))
  )
}

/** Weights of earlier turns: the customer's, then the shop's reply. */
const beforeWorth = 0.45
const replyWorth = 0.2

/** What the message leaves out is taken from earlier turns. `before`: the customer's, latest first. */
export function continued(now: Frame, before: readonly Frame[], reply?: Frame): Frame {
  const [last] = before
  if (!last) return now
  const asks = [now, ...before].find(({ wants }) => wants.size > 0) ?? now
  const dimensions = new Set(now.amounts.map(({ dimension }) => dimension))
  const own = new Set(now.words.map(({ word }) => word))
  const carriedOver = (frame: Frame, share: number): FrameWord[] =>
    frame.words
      .filter(({ word, isFraming: isAsked }) => !isAsked && !own.has(word))
      .map(word => ({
        ...word,
        worth: word.worth * share,
        isBefore: true,
        others: word.others.filter(({ length }) => length === 1),
      }))
  return {
    ...now,
    wants: asks.wants,
    counted: now.counted ?? (asks === now ? undefined : asks.counted),
    words: [
      ...now.words,
      ...before.flatMap((frame, back) => carriedOver(frame, beforeWorth / (back + 1))),
      ...(reply ? carriedOver(reply, replyWorth) : []),
    ],
    amounts: [...now.amounts, ...last.amounts.filter(({ dimension }) => !dimensions.has(dimension))],
    days: now.days.size > 0 ? now.days : last.days,
    purposes: now.purposes.size > 0 ? now.purposes : new Set(before.flatMap(({ purposes }) => [...purposes])),
  }
}
