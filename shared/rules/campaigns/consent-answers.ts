import { cleanText, fold } from '../text/fold.ts'

const before = '(?:(?:da|vang|em|chi|anh|co|minh|toi|ok|oke|okay|xin|shop|i|yes|no)[ ,]+)*'
const after = '(?:[ ,]+(?:a|ah|nhe|nha|nhá|shop|em|ban|luon|nhan|nhan tin|tin|thanks|thank you|cam on|please|pls))*'
const whole = (core: string): RegExp => new RegExp(`^${before}(?:${core})${after}$`)
const agrees = whole('dong y|yes|agree|agreed|1')
const declines = whole(
  '(?:khong|ko|k|hong)(?: (?:dong y|nhan|can|muon))?|no|no thanks|no thank you|(?:do not|dont) agree|disagree|2',
)
/** Without its marks this word is also a form of address. */
const plainYes = /^(?:dạ |vâng |em |mình )?(?:có|co)(?: ạ| nhé| nha| shop)*$/

const maxLength = 60

/** Politeness alone ("dạ", "ok", "vâng") means read, not agreed. Whether the question is still open, the caller knows. */
export function consentAnswerOf(text: string): 'agree' | 'decline' | 'none' {
  if (text.length > maxLength) return 'none'
  const typed = cleanText(text)
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[.!,…]+\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
  const plain = fold(typed)
  if (agrees.test(plain) || plainYes.test(typed)) return 'agree'
  return declines.test(plain) ? 'decline' : 'none'
}
