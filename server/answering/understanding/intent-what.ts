import { fold } from '#shared/rules/text/fold.ts'
import type { IntentKind } from '#shared/words.ts'
import { oneself } from '../lexicon/intent-words.ts'
import { blank, type IntentSlots, type SlotText } from './intent-slots.ts'

const lead = new RegExp(
  `^(?:(?:da|ok|oke|alo|shop oi|shop|vay|z|roi|thoi|ban oi|em oi|e oi|chi oi|ad|please|pls|hi|hello|hey|i'd like to|i would like to|i want to|i need|i'll|can i|could i|can you|could you|may i|we'd like to|let me|need) )*`,
  'u',
)
const actWords =
  /(?<!\p{L})(?:dat (?:lich|hen|cho|ban|phong|slot|san|ve|tour|hang|mua|don)|dat|book(?: me in| me)?|dang ky|hen lich|hen|giu(?: cho| ban| phong| slot| lich)?|len lich|xin lich|len don|chot don|chot|order|oder|mua|lay|gui|ship|giao|thue|buy|purchase|take|get|deliver|reserve|schedule|make an? (?:appointment|booking|reservation))(?!\p{L})/u
const nothingMore =
  /^(?:\d+ |cái |1 )*(?:lịch|lich|hẹn|hen|bàn|ban|table|appointment|cod|chỗ|slot|phòng|vé|hàng|đơn|don|hang)$/iu
const forWhom = new RegExp(
  `^(?: *(?:giup|gium|dum|ho|them|cho|for|to|a|an|the|truoc))*(?: *(?:(?:me|bo|ba|con|vo|chong|be) )?(?:${oneself}|me|us))?(?= |$) *`,
  'u',
)
const stops =
  /(?<!\p{L})(?:giao|ship|ve (?=\d|\p{L}+ \p{L})|gui toi|dia chi|toi nha|deliver|nha|nhe|nhen|nghe|voi|giup|lien|luon|dc|duoc|sdt|so dt|ten|luc|vao|tu|o|please|pls|name)(?!\p{L})/u

const barePlaces = /^(?:bàn|ban|phòng|phong|sân|san|vé|ve|tour|chỗ|cho|tables?|rooms?|tickets?|reservation)$/iu
/** Without accents "ban", "ve" and "cho" are other words too, unless the act stands before them. */
const namedPlace =
  /(?<!\p{L}|văn )(?:(bàn|phòng|sân|vé|tour|tables?|rooms?|tickets?|reservation)|(?:đặt|giữ) (chỗ)|(?:dat|book|giu|mot|\d)(?: giup| cho)? (ban|phong|san|ve)|giu (cho)(?= cho |$| \d))(?!\p{L})/iu

const placeAtEnd = /(?<!\p{L})(?:phòng|phong|bàn|ban|sân|san|vé|ve|tour)$/iu

/** "Đặt phòng đôi" is of a "phòng đôi". */
function withPlace(what: string, act: string | null): string {
  const [place] = placeAtEnd.exec(act ?? '') ?? []
  return place === undefined || fold(what).split(' ').includes(fold(place)) ? what : `${place} ${what}`
}

/** The customer's words after the act, without time, person and place. */
export function withWhat(kind: IntentKind, clause: { start: number; length: number }, slotText: SlotText): IntentSlots {
  const { slots, text, taken } = slotText
  if (kind === 'callback') return slots
  const stop = clause.start + clause.length
  const open = blank(slotText.folded, taken).slice(clause.start, stop)
  const act = actWords.exec(open)
  let from = act ? act.index + act[0].length : (lead.exec(open)?.[0].length ?? 0)
  from += forWhom.exec(open.slice(from))?.[0].length ?? 0
  const after = open.slice(from)
  const cut = stops.exec(after)?.index ?? after.length
  const whole = text.slice(clause.start + from, clause.start + from + cut)
  const stored = taken
    .map(span => ({ start: span.start - clause.start - from, end: span.end - clause.start - from }))
    .filter(span => span.end > 0 && span.start < cut)
  const what = blank(whole, stored)
    .replace(/\s+/gu, ' ')
    .replace(/[\s,.:;-]+$|^[\s,.:;-]+/gu, '')
    .replace(/(?: (?:ạ|a|shop|em|nữa|và|cho|ngày|for|on|from|at|của))+$/u, '')
  if (what.length >= 2 && !nothingMore.test(what) && what.length <= 120)
    return {
      ...slots,
      what: withPlace(what, act && text.slice(clause.start, clause.start + act.index + act[0].length)),
    }
  if (kind !== 'booking') return slots
  const place = namedPlace.exec(blank(text, taken).slice(clause.start, stop))?.slice(1).find(Boolean)
  return place ? { ...slots, what: place } : slots
}

/** "Bàn", "chỗ": where, and not yet which. */
export function isBarePlace(what: string): boolean {
  return barePlaces.test(what)
}
