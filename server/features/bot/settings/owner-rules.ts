import { placesOf } from '#features/training/search/shop-synonyms.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { isStop } from '#features/training/language/stop-words.ts'
import { type Token, tokens } from '#features/training/language/tokens.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { ownerRules } from '#shared/contracts/bot/trace.results.ts'
import { isOpen, nextOpening, type Opening } from '#shared/rules/time/business-hours.ts'
import { hasDiacritics } from '#shared/rules/text/fold.ts'
import { type BotTexts, botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Act, Language } from '#shared/words.ts'
import type { Understood } from '../understanding/understand.ts'

export type Closed = { opens: Opening | null } | null

export type Ruled = { act: Act; reply: string; rule: (typeof ownerRules)[number] }

export function closedAt(settings: Pick<BotSettings, 'hours'>, at: Date, timeZone: string): Closed {
  const { hours } = settings
  return hours === null || isOpen(hours, at, timeZone) ? null : { opens: nextOpening(hours, at, timeZone) }
}

export function customReply(settings: BotSettings, which: 'greeting' | 'fallback', language: Language): string | null {
  return language === 'en' ? (settings[`${which}_en`] ?? settings[which]) : settings[which]
}

/** Apply before any knowledge. */
export function ruleFor(text: string, understood: Understood, settings: BotSettings, closed: Closed): Ruled | null {
  const { language, route } = understood
  if (route === 'refuse') return null
  const texts = botTexts(language, settings.tone)
  if (closed && settings.outside_hours === 'wait')
    return { act: 'handoff', rule: 'outside_hours', reply: away(texts, closed) }
  if (settings.hand_over_words.some(word => mentions(text, word, language)))
    return { act: 'handoff', rule: 'hand_over_word', reply: withClosed(texts.handoff, texts, closed) }
  return offLimits(text, language, settings, closed)
}

/** Applies to customers' messages and to quoted documents. */
export function offLimits(text: string, language: Language, settings: BotSettings, closed: Closed): Ruled | null {
  if (!settings.never_say.some(topic => mentions(text, topic, language))) return null
  const texts = botTexts(language, settings.tone)
  return settings.never_say_act === 'refuse'
    ? { act: 'refuse', rule: 'never_say', reply: texts.offLimits }
    : { act: 'handoff', rule: 'never_say', reply: withClosed(texts.offLimitsHandoff, texts, closed) }
}

export function away(texts: BotTexts, closed: NonNullable<Closed>): string {
  return texts.away.replace('{when}', whenOpens(texts, closed))
}

export function withClosed(reply: string, texts: BotTexts, closed: Closed): string {
  return closed ? `${reply} ${texts.closedNow.replace('{when}', whenOpens(texts, closed))}` : reply
}

/** One or two words must be adjacent; of longer phrases all content words must occur, in any order. */
function mentions(text: string, phrase: string, language: Language): boolean {
  const sought = tokens(phrase)
  const messages = [tokens(text), tokens(spelledOut(text, language))]
  const isMentioned = (words: Token[]): boolean =>
    words.length > 0 && messages.some(message => placesOf(words, message, hasDiacritics(text)).length > 0)
  if (sought.length <= 2) return isMentioned(sought)
  const contentWords = sought.filter(word => !isStop(word))
  return (contentWords.length ? contentWords : sought).every(word => isMentioned([word]))
}

function whenOpens(texts: BotTexts, { opens }: NonNullable<Closed>): string {
  if (!opens) return texts.whenOpen
  const day = texts.days.split(', ')[opens.weekday] ?? ''
  const when = opens.inDays === 0 ? texts.whenToday : opens.inDays === 1 ? texts.whenTomorrow : texts.whenDay
  return when.replace('{time}', opens.time).replace('{day}', day)
}
