import { remembered } from '#server/answering/reading/read-once.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { type ContactDetail, detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { type Sentiment, sentimentOf } from '#shared/rules/text/sentiment.ts'
import type { Language } from '#shared/words.ts'
import { withoutContacts } from '../settings/customer-contacts.ts'
import {
  accuses,
  asksFact,
  chatter,
  complains,
  endsAsking,
  harmlessSecret,
  mustRefuse,
  personalCase,
  overridesSystem,
  pleasantries,
  questionWords,
  strongQuestionWords,
  talkAboutBot,
  threatens,
  wantsPerson,
} from './route-words.ts'

export type Route = 'question' | 'smalltalk' | 'handoff' | 'contact' | 'refuse'

export type Understood = {
  route: Route
  language: Language
  contacts: ContactDetail[]
  sentiment: Sentiment
  tone: 'greeting' | 'thanks' | 'chatter' | 'aboutBot'
}

/** Text in the message never changes the rules. */
export function understand(text: string): Understood {
  const language = languageOf(text)
  const contacts = detectContacts(text)
  const sentiment = sentimentOf(text)
  const plain = plainForm(text, language)
  const route = routeOf(text, plain, contacts, sentiment)
  return { route, language, contacts, sentiment, tone: toneOf(plain) }
}

export function asksPersonalCase(text: string): boolean {
  const plain = plainText(text)
  return personalCase.some(pattern => pattern.test(plain))
}

export function asksSomething(text: string): boolean {
  return asks(text, plainText(text))
}

export function asksByItself(text: string): boolean {
  const plain = plainText(text)
  return strongQuestionWords.test(plain) || endsAsking.test(plain)
}

export function isPolite(text: string): boolean {
  return isSmallTalk(plainText(text))
}

function toneOf(plain: string): Understood['tone'] {
  if (talkAboutBot.some(pattern => pattern.test(plain))) return 'aboutBot'
  if (/(?<![^ ])(?:cam on|thank|thanks|tam biet|bye)(?![^ ])/.test(plain)) return 'thanks'
  return /(?<![^ ])(?:chao|hello|hi|hey|alo|oi|good (?:morning|afternoon|evening))(?![^ ])/.test(plain)
    ? 'greeting'
    : 'chatter'
}

function routeOf(text: string, plain: string, contacts: ContactDetail[], sentiment: Sentiment): Route {
  if (refuses(text, plain)) return 'refuse'
  const rest = contacts.length ? withoutContacts(text.normalize('NFC'), contacts) : text
  const plainRest = contacts.length ? plainForm(rest, languageOf(text)) : plain
  const asking = contacts.length ? asksBeside(rest, plainRest) : asks(text, plain)
  if (handsOver({ plain, plainRest, asking, contacts, sentiment })) return 'handoff'
  if (contacts.length && !asking) return 'contact'
  if (isSmallTalk(plain)) return 'smalltalk'
  return 'question'
}

function refuses(text: string, plain: string): boolean {
  if (overridesSystem.test(text)) return true
  return mustRefuse.some(pattern =>
    pattern.test(
      harmlessSecret.test(plain) ? plain.replace(/(?<![^ ])(?:mat khau|password|pass)(?![^ ])/g, ' ') : plain,
    ),
  )
}

const wantsTalk =
  /(?<![^ ])(?:gap|noi chuyen|tro chuyen|trao doi|ket noi|chuyen (?:may|tiep|sang|qua|cho)|quan ly|nguoi that|manager|human|talk|speak|real person)(?![^ ])/

/** `plainRest`: without the customer's own contacts; "sđt 0912…" asks for no number. */
type Read = {
  plain: string
  plainRest: string
  asking: boolean
  contacts: ContactDetail[]
  sentiment: Sentiment
}

function handsOver({ plain, plainRest, asking, contacts, sentiment }: Read): boolean {
  const wantsNumber = /(?<![^ ])(?:so nao|so may|so dien thoai|hotline)(?![^ ])/.test(plainRest)
  if (threatens.some(pattern => pattern.test(plain)) && !(asking && (wantsNumber || sentiment.score > -0.5)))
    return true
  const wants = wantsPerson.some(pattern => pattern.test(plain)) && !talkAboutBot.some(pattern => pattern.test(plain))
  // "0334… gọi lại giúp chị" leaves a number: the team calls, and the bot need not stop.
  if (wants && !asksFact.test(plainRest)) return !contacts.length || wantsTalk.test(plain)
  if (accuses.test(plain)) return true
  if (complains.some(pattern => pattern.test(plain)) && !(asking && sentiment.score > -0.5)) return true
  return sentiment.score <= -0.8 && !asking
}

function asks(text: string, plain: string): boolean {
  return text.includes('?') || questionWords.test(plain) || endsAsking.test(plain)
}

/** Beside contact details, "gọi lại báo giá giúp em" is not a question. */
function asksBeside(rest: string, plain: string): boolean {
  return rest.includes('?') || strongQuestionWords.test(plain) || endsAsking.test(plain)
}

const plainText = remembered((text: string): string => plainForm(text, languageOf(text)))

function plainForm(text: string, language: Language): string {
  return fold(spelledOut(text, language))
    .replace(/(?:cham soc|dich vu|ho tro) khach hang/g, 'cskh')
    .replace(/khach hang (?:than thiet|moi|vip)/g, 'hoi vien')
    .replace(/(cam on(?: [^ ]+){0,3}) bao nhieu/, '$1 nhieu')
    .replace(/([a-z])\1{2,}/g, '$1')
}

function isSmallTalk(plain: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(plain)) return true
  if (chatter.some(pattern => pattern.test(plain))) return !questionBeyond(plain)
  let rest = plain
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(new RegExp(pleasantries.source, 'g'), ' ').replace(addressed, ' ').replace(/ +/g, ' ').trim()
  }
  return rest.length <= 2 && !/\d/.test(rest)
}

const addressed =
  /(?<![^ ])(?:shop|ad|admin|em|anh|chi|minh|ban|toi|co|chu|bac|bac si|phong kham|cua hang|nha hang|nha xe|nha thuoc|quan|tiem|homestay|studio|salon|khach san|spa|trung tam|ca nha|moi nguoi|team|guys|there|everyone|sir|madam|for|your|the|to|you|me|it|help|support|service|reply|info|information|all)(?![^ ])/g

function questionBeyond(plain: string): boolean {
  const rest = chatter.reduce((body, pattern) => body.replace(pattern, ' '), plain)
  return questionWords.test(rest) && rest.trim().split(' ').length > 3
}
