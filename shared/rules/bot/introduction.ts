import type { BotSettings } from '../../contracts/bot/bot-settings.contract.ts'
import { botTexts } from '../../texts/bot/bot-texts.ts'
import type { Language } from '../../words.ts'

type Speaker = Pick<BotSettings, 'name' | 'tone'>

const introducesBot =
  /trợ lý (?:tự động|ảo|số|ai)|(?:trả lời|tư vấn|hỗ trợ) tự động|chat ?bot|\bbot\b|(?:automatic|automated|virtual|ai) (?:assistant|agent|chat)/iu

/** Messages that were stored with them are still read: whoever changes an introduction adds its earlier words. */
const earlierIntroductions = ['I am {name}, the shop’s automatic assistant.']

export function introduction({ name, tone }: Speaker, language: Language): string {
  return botTexts(language, tone).introduction.replaceAll('{name}', () => name)
}

/**
 * Adds the disclosure that Meta requires: when a chat begins, after a long pause, and when a bot takes over from a person. `smallTalk`:
 * the reply quotes nothing, so the shop's own wording may name the bot.
 */
export function introducing(reply: string, speaker: Speaker, language: Language, smallTalk: boolean): string {
  const texts = botTexts(language, speaker.tone)
  const spoken = (text: string): string => text.replaceAll('{name}', () => speaker.name)
  if (reply === spoken(texts.greeting)) return spoken(texts.greetingIntroducing)
  if (smallTalk && introducesBot.test(reply)) return reply
  return `${introduction(speaker, language)}\n\n${reply}`
}

export function withoutIntroduction(text: string, speaker: Speaker): string {
  const spoken = earlierIntroductions.map(words => words.replaceAll('{name}', () => speaker.name))
  for (const words of [introduction(speaker, 'vi'), introduction(speaker, 'en'), ...spoken]) {
    const start = `${words}\n\n`
    if (text.startsWith(start)) return text.slice(start.length)
  }
  return text
}
