import type { Tx } from '#platform/sql/database.ts'
import { takeIntents, type TurnIntent } from '#features/intents/intents-of-turn.ts'
import { type BotTexts, botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Answer } from '../messages/asked-answer.ts'
import type { Turn } from './read-turn.ts'

const worthKeeping = new Set(['answer'])
/** Only a person may claim these. */
const soundsDone =
  /đã (?:đặt|giữ|lên|chốt|xác nhận|nhận (?:đơn|lịch))|(?:đặt|giữ)\p{L}* thành công|\b(?:booked|reserved|confirmed|placed your order)\b/iu

/** Records the request for a member to confirm, and asks for missing details once. The caller locks the conversation. */
export async function withIntents(
  tx: Tx,
  place: { workspaceId: string; conversationId: string; now: Date },
  turn: Turn,
  composed: Answer,
): Promise<Answer> {
  const messageIds = turn.burst.map(message => message.id)
  const intents = await takeIntents(tx, { ...place, messageIds })
  if (intents.length === 0) return composed
  const words = confirmationOf(intents, botTexts(composed.language, turn.settings.tone))
  const stays = worthKeeping.has(composed.act) && !soundsDone.test(composed.reply)
  return {
    ...composed,
    act: stays || composed.act === 'handoff' ? composed.act : 'contact',
    reply: stays ? `${composed.reply}\n${words}` : words,
    choices: [],
    citations: stays ? composed.citations : [],
    left: stays ? composed.left : [],
    trace: { ...composed.trace, intents: intents.map(intent => intent.kind) },
  }
}

function confirmationOf(intents: TurnIntent[], texts: BotTexts): string {
  const confirmations = { booking: texts.intentBooking, order: texts.intentOrder, callback: texts.intentCallback }
  const fresh = intents.filter(intent => intent.isNew).map(intent => confirmations[intent.kind])
  const names = {
    what: texts.intentWhat,
    said_when: texts.intentWhen,
    how_many: texts.intentCount,
    customer_name: texts.intentName,
    phone: texts.intentPhone,
    address: texts.intentAddress,
  }
  const parts = [
    ...new Set(
      intents.flatMap(({ kind, ask }) =>
        ask.map(part => (part === 'what' && kind === 'booking' ? texts.intentService : names[part])),
      ),
    ),
  ]
  const listed = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${texts.intentAnd} ${parts.at(-1)}` : parts[0]
  const ask = listed ? texts.intentAsk.replace('{parts}', () => listed) : undefined
  return [...(fresh.length > 0 ? fresh : [texts.intentMore]), ...(ask ? [ask] : [])].join(' ')
}
