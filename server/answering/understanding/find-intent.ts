import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import {
  calledOffWords,
  goodsUnits,
  reservedWords,
  meantForms,
  oneself,
  otherwiseWords,
  peopleWords,
  plainServiceWords,
  questionWords,
  requestWords,
  serviceWords,
  yesOrNo,
} from '../lexicon/intent-words.ts'
import type { IntentKind } from '#shared/words.ts'
import { type IntentSlots, readSlots, type SlotText } from './intent-slots.ts'
import { isBarePlace, withWhat } from './intent-what.ts'

export type FoundIntent = { kind: IntentKind; slots: IntentSlots }

const word = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')

const asksSomething = word(questionWords)
// "2kg ạ" is an amount, "màu hồng em" a colour, and "hẹn nhé" a request: "nha", "nhé" and "với" end no question.
const asksYes = new RegExp(
  `(?<!(?:duoc|dc|ok) |mau (?=hong)|\\d (?=kg))(?<![\\p{L}\\d])${yesOrNo}(?: (?:a|shop|sop|em|e|c|chi|anh|ad|ui|oi|bac si|vay|v|z|ta|ban|co|toi|nhi|tiem|de .*))*$`,
  'u',
)
const asksLeave = new RegExp(`(?:duoc|dc|ok) ${yesOrNo}|^(?:can|could|may) (?:i|we|you)`, 'u')
const calledOff = word(calledOffWords)
const otherwise = word(otherwiseWords.join('|'))
const requests = word(`${requestWords}|${oneself}`)
const markedServices = word(serviceWords)
const plainServices = word(plainServiceWords)
const reserved = word(reservedWords)
const people = word(`\\d+ ?(?:${peopleWords})`)
const units = word(`\\d+ ?(?:${goodsUnits})`)

const bookings = word(
  'dat (?:lich|hen|cho(?! (?:em|minh|chi|anh|toi|me|bo|ba|con|e|c|a) )|ban|phong|slot|san|ve|tour|tiec)|book|booking|dang ky|hen lich|giu (?:cho|ban|phong|slot|lich)|len lich|xin lich|cai hen|lay hen|lay lich|thue|reserve|reservation|schedule|appointment|table',
)
const orders = word('dat hang|dat mua|dat don|len don|chot don|chot|order|oder|buy|purchase')
const takes = new RegExp(
  `(?<![\\p{L}])(?:mua|lay|gui|ship|giao|take|get|deliver|i'll have)(?: them| giup| gium| dum| truoc)?(?: cho)?(?: (?:${oneself}))?(?: them)? (?:\\d|mot |hai |ba |one |two |three )`,
  'u',
)
const actsOnCount = /(?<!\p{L})(?:order|oder|mua|lay|dat|chot) \d/u
const takesWith = word('ship|giao')
const committed = new RegExp(
  `(?<![\\p{L}])(?:nha|nhe|nhen|giup|gium|dum|chot|len don|please|pls|cho (?:${oneself})|(?:${oneself}) (?:muon|can))(?![\\p{L}])`,
  'u',
)
const bare = word('dat')
/** Unaccented "dat" is also "đắt". */
const askedFor = /(?<!\p{L})dat(?: them| truoc)? (?:cho|giup|gium|dum|ho|luon|di)(?!\p{L})/u
const reservedForMe = new RegExp(
  `(?<![\\p{L}])(?:giu|hen)(?: lai)?(?: cho)? (?:(?:${oneself})(?![\\p{L}\\d])|\\d)|cho (?:${oneself})? ?(?:1 |mot |cai )*(?:lich|hen|slot|ve|cho|phong|ban)(?! gia)(?![\\p{L}])|cho (?:tho|nguoi|nhan vien|ktv|ky thuat)(?: \\S+)? (?:qua|den|toi)`,
  'u',
)
const forMe = new RegExp(`(?<![\\p{L}])cho (?:(?:${oneself}) )?(?:\\d+|mot|hai|ba) ?\\p{L}`, 'u')
const comes = word('qua|ghe|den|toi lam|lam|vo')
const chosen = word('mau|size|cai|con|loai|bo|san pham|sp|em nay|nay|mon')
const wantsIt = new RegExp(
  `(?:${oneself}|i|we)(?:'d| would)? ?(?:dang )?(?:muon|can|like|want|need)|(?:can|could|may) (?:i|we|you)|please|need an?|let me`,
  'u',
)

const self = `(?:${oneself})`
const called = new RegExp(
  `(?<![\\p{L}])(?:goi(?: dien)?(?: lai)?(?: (?:cho|giup|dum))?|alo(?: lai)? cho|lien he(?: lai)?(?: (?:voi|cho))?) ${self}(?![\\p{L}\\d])|(?<![\\p{L}])goi lai(?: (?:cho|giup|sau|truoc|luc|vao|so|nha|nhe|qua))|goi lai$`,
  'u',
)
const calledInEnglish = /\b(?:call|phone|ring) (?:me|us)\b|\bgive (?:me|us) a (?:call|ring)\b/u
const noCall = new RegExp(
  `(?:dung|khoi|khong can|ko can|k can|dung co|khong|chua) ?(?:ai )?(?:goi|lien he)|(?<![\\p{L}\\d])(?<!(?:ben|shop|nho|ad|cho) )(?:em|e|minh|mk|chi|c|anh|a|toi|tui) (?:se |da |moi |vua |hay |muon )?goi|co nguoi|chua(?: vay| a| shop| em)*$|da goi|goi (?:la|dau|rau|bot|tap|chup|cuoc|dich vu|nay|combo)(?!\\p{L})|don't|do not|dont|when (?:it|its|they)`,
  'u',
)

/** Requests to book, order or be called back; not questions, past or conditional acts, or acts of others. `before`: what was talked of. */
export function findIntent(raw: string, before?: string): FoundIntent | undefined {
  if (raw.length > 2000) return undefined
  const slotText = readSlots(raw)
  const clauses = clausesOf(slotText)
  const isOff = clauses.some(({ words }) => calledOff.test(words))
  for (const clause of clauses) {
    const kind = isCall(clause.words) ? 'callback' : isOff ? undefined : kindOf(clause, slotText, before)
    if (kind) return { kind, slots: withWhat(kind, clause, slotText) }
  }
  return undefined
}

/** The service that a reply to "which service?" names: "gội bầu nha, Lan 0909…". */
export function serviceNamed(raw: string): string | undefined {
  const slotText = readSlots(raw)
  const clause = clausesOf(slotText).find(one => one.isService && !one.isAsked && !asksSomething.test(one.words))
  if (!clause || isElse(clause, slotText)) return undefined
  return withWhat('booking', clause, slotText).what
}

const notWanted = word('khong|ko|khoi|dang|vua|lan truoc')

/** No longer, already, or at another time. Folded, "đã" is also "dạ" and "da". */
function isElse({ words, start, length }: Clause, { text }: SlotText): boolean {
  return (
    otherwise.test(words) ||
    calledOff.test(words) ||
    notWanted.test(words) ||
    /(?<!\p{L})đã(?!\p{L})/iu.test(text.slice(start, start + length))
  )
}

/** Whether what a request leaves out, or names only as a place, is the thing that was talked of: four people take a table. */
export function isOf(before: string, kind: IntentKind, what?: string | null, count?: string | null): boolean {
  if (kind === 'callback') return false
  if (what && !isBarePlace(what)) return false
  if (what && fold(before).startsWith(`${fold(what)} `)) return true
  return (!what || fold(what) === 'cho') && (kind === 'order' || !count || isService(before))
}

/** The rest of a message, for answering; the whole message if there is no rest. */
export function besideIntent(raw: string): string {
  const sentences = raw.match(/[^.!?;\n]+(?:[.](?=\d)[^.!?;\n]+)*[.!?;\n]*/gu) ?? []
  if (sentences.length < 2) return raw
  return (
    sentences
      .filter(sentence => !findIntent(sentence))
      .join('')
      .trim() || raw
  )
}

type Clause = {
  words: string
  length: number
  start: number
  isAsked: boolean
  isBesideQuestion: boolean
  isService: boolean
}

function clausesOf({ text, folded }: SlotText): Clause[] {
  const isMarked = hasDiacritics(text)
  const all: Clause[] = []
  for (const sentence of folded.matchAll(/(?:[^.!?;\n]|[.](?=\d))+([.!?;\n]|$)/gu)) {
    const isQuestion =
      sentence[1] === '?' ||
      asksSomething.test(readAs(text.slice(sentence.index, sentence.index + sentence[0].length), isMarked))
    const pieces = [...sentence[0].replace(/[.!?;\n]$/u, '').matchAll(/[^,]+(?:,(?=\d)[^,]+)*/gu)]
    for (const [at, piece] of pieces.entries()) {
      const start = sentence.index + piece.index + piece[0].length - piece[0].trimStart().length
      const length = piece[0].trim().length
      if (length === 0) continue
      const own = text.slice(start, start + length)
      const words = readAs(own, isMarked)
      all.push({
        words,
        start,
        length,
        isAsked: sentence[1] === '?' && at === pieces.length - 1,
        isBesideQuestion: isQuestion && pieces.length > 1,
        isService: isService(own),
      })
    }
  }
  return all
}

function isService(words: string): boolean {
  return hasDiacritics(words) ? markedServices.test(words.toLowerCase()) : plainServices.test(words.toLowerCase())
}

/** Unaccented, except for words that accents mark as different. */
function readAs(own: string, isMarked: boolean): string {
  const plain = (word: string) => fold(word).replace(/['’](?=[st]$)/u, '')
  if (!isMarked) return own.split(/\s+/u).map(plain).join(' ')
  return own
    .toLowerCase()
    .split(/\s+/u)
    .map(word => {
      const forms = meantForms[plain(word)]
      return forms ? (forms[word] ?? 'x') : plain(word)
    })
    .join(' ')
}

function kindOf(clause: Clause, slotText: SlotText, before?: string): IntentKind | undefined {
  const { words, isAsked, isService } = clause
  const exact = slotText.slots.when !== undefined || slotText.isExact
  if (otherwise.test(words) || asksSomething.test(words)) return undefined
  const leave = asksLeave.test(words)
  if (!leave && (asksYes.test(words) || isAsked)) return undefined
  // Beside another question, only an explicit order counts.
  if (clause.isBesideQuestion && !committed.test(words)) return undefined
  if (leave && !exact) return undefined
  const performs = requests.test(words) || wantsIt.test(words) || exact || actsOnCount.test(words)
  if (!performs) return undefined
  if (forMe.test(words) && (units.test(words) || /\d+ ?(?:ve|slot)/u.test(words))) return servedOr(clause)
  if (reservedForMe.test(words) && (slotText.slots.when || slotText.slots.count || /giu/u.test(words))) return 'booking'
  if (bookings.test(words)) return isWanted(words, slotText) ? 'booking' : undefined
  if (orders.test(words)) return isWanted(words, slotText) ? servedOr(clause) : undefined
  if (bare.test(words)) return bareKind(clause, slotText, before)
  if (
    (takes.test(words) && slotText.isCounted) ||
    chosenHere(words) ||
    (takesWith.test(words) && slotText.isExact && committed.test(words))
  )
    return servedOr(clause)
  return isService && slotText.hasClock && (leave || comes.test(words)) ? 'booking' : undefined
}

/** "đặt lịch" or "book" alone is ambiguous: it takes "I want", a time or an amount. */
function isWanted(words: string, { slots }: SlotText): boolean {
  if (slots.when || slots.count || slots.address) return true
  return wantsIt.test(words) || new RegExp(`cho (?:${oneself})|len don|chot`, 'u').test(words)
}

function servedOr(clause: Clause): IntentKind {
  return isReserved(clause) ? 'booking' : 'order'
}

function isReserved({ words, isService }: Clause): boolean {
  return isService || reserved.test(words) || people.test(words) || /\d+ ?(?:ve|slot)(?!\p{L})/u.test(words)
}

function bareKind(clause: Clause, slotText: SlotText, before?: string): IntentKind | undefined {
  if (isReserved(clause)) return 'booking'
  if (slotText.isCounted) return 'order'
  if (slotText.slots.when) return 'booking'
  if (before && askedFor.test(clause.words)) return isService(before) ? 'booking' : 'order'
  return chosenHere(clause.words) && requests.test(clause.words) ? 'order' : undefined
}

function chosenHere(words: string): boolean {
  return (
    chosen.test(words) &&
    new RegExp(`(?:${oneself}) (?:muon |can )?(?:mua|lay|dat)|(?:lay|mua|dat|gui|ship) cho (?:${oneself})`, 'u').test(
      words,
    )
  )
}

function isCall(words: string): boolean {
  if (noCall.test(words)) return false
  return (called.test(words) || calledInEnglish.test(words)) && !/(?:may gio|so nao|so may|hotline)/u.test(words)
}
