import { sql } from 'kysely'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { introduced } from '../messages/introduce.ts'
import { away, withClosed } from '../settings/owner-rules.ts'
import type { Turn } from '../understanding/read-turn.ts'

type Place = { workspace_id: string; conversation_id: string }

/** Only pictures, files, voice messages or locations. */
export function isWordless({ burst }: Turn): boolean {
  return burst.every(message => message.text.trim() === '')
}

/** Stickers need no person. */
export function isSticker({ burst }: Turn): boolean {
  return burst.every(({ attachments }) => attachments.length > 0 && attachments.every(({ type }) => type === 'sticker'))
}

/** Meta requires automated chats to answer everything. Sent once until somebody writes, and free. Hold the conversation's lock. */
export async function acknowledge(platform: Platform, tx: Tx, place: Place, turn: Turn): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = place
  const language = languageFor(turn)
  const text = wordsFor(turn, language)
  const { rows } = await sql<{ text: string }>`select text from messages where workspace_id = ${workspaceId}
    and conversation_id = ${conversationId} and direction = 'out' order by seq desc limit 1`.execute(tx)
  if (rows[0]?.text.endsWith(text)) return
  const speaking = { ...turn, workspaceId, conversationId, language, now: platform.clock.now() }
  const introducedText = await introduced(tx, speaking, text)
  await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text: introducedText, shown: text })
}

function wordsFor(turn: Turn, language: Language): string {
  const { settings, closed } = turn
  const texts = botTexts(language, settings.tone)
  if (closed && settings.outside_hours === 'wait') return away(texts, closed)
  return isSticker(turn) ? texts.chatter : withClosed(texts.wordless, texts, closed)
}

/** A picture has no language: uses that of earlier messages. */
function languageFor({ settings, history }: Turn): Language {
  if (settings.language_policy !== 'customer') return settings.language_policy
  const before = history.findLast(({ author, text }) => author === 'contact' && /\p{L}/u.test(text))
  return before ? languageOf(before.text) : 'vi'
}
