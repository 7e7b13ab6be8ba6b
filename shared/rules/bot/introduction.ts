import type { BotSettings } from '../../contracts/bot/bot-settings.contract.ts'
import { botTexts } from '../../texts/bot/bot-texts.ts'
import type { Language } from '../../words.ts'

type Speaker = Pick<BotSettings, 'name' | 'tone'>

/** Words by which a shop's own greeting says already who speaks. */
const introducesBot =
  /trợ lý (?:tự động|ảo|số|ai)|(?:trả lời|tư vấn|hỗ trợ) tự động|chat ?bot|\bbot\b|(?:automatic|automated|virtual|ai) (?:assistant|agent|chat)/iu

/** The sentence by which the bot says that it is one. */
export function introduction({ name, tone }: Speaker, language: Language): string {
  return botTexts(language, tone).introduction.replaceAll('{name}', () => name)
}

/**
 * A reply with the word that a bot speaks before it: Meta wants it said where a chat begins, after a long pause, and where a bot
 * takes over from a person. A greeting takes it in; one that says so already stays as it is.
 * @param smallTalk the reply quotes nothing: what it says, the shop says of its bot
 */
export function introducing(reply: string, speaker: Speaker, language: Language, smallTalk: boolean): string {
  const texts = botTexts(language, speaker.tone)
  const spoken = (text: string): string => text.replaceAll('{name}', () => speaker.name)
  if (reply === spoken(texts.greeting)) return spoken(texts.greetingIntroducing)
  if (smallTalk && introducesBot.test(reply)) return reply
  return `${introduction(speaker, language)}\n\n${reply}`
}

/** A reply as it was before, for who reads on: an introduction is nothing that was talked about. */
export function withoutIntroduction(text: string, speaker: Speaker): string {
  for (const language of ['vi', 'en'] as const) {
    const start = `${introduction(speaker, language)}\n\n`
    if (text.startsWith(start)) return text.slice(start.length)
  }
  return text
}
