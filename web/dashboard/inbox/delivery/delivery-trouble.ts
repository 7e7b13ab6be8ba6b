import { explainChannelCode, explainHeld } from '#shared/texts/channels/channels-texts.ts'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import type { Language } from '#shared/words.ts'
import type { Message } from '#web/data/wire-rows.ts'
import { fill } from '#web/parts/language/texts.ts'
import { replyWindow, type WindowFacts } from '#web/parts/conversations/reply-window.ts'

/** resend: again; anyway: although the bot is silent; pay: again, after asking */
export type TroubleAction = 'resend' | 'anyway' | 'pay'
export type Trouble = { serious: boolean; title: string; text?: string; action: TroubleAction | undefined }

export type DeliveryTools = {
  facts: WindowFacts
  askCost(agreed: () => void): void
}

type Delivered = Pick<Message, 'status' | 'error_code' | 'held_reason' | 'check_at' | 'author' | 'may_cost'>

/** @returns undefined when all is well */
export function troubleOf(message: Delivered, facts: WindowFacts, language: Language): Trouble | undefined {
  const texts = deliveryTexts(language)
  if (message.status === 'unsure') {
    if (message.check_at !== null) return { serious: false, title: texts.checking, action: undefined }
    return {
      serious: false,
      title: texts.unsure,
      text: texts.unsureText,
      action: nowPossible(message, facts, 'resend'),
    }
  }
  if (message.status === 'held') {
    const reason = message.held_reason ?? 'channel'
    const title = fill(texts.held, { why: lowerFirst(explainHeld(language, reason)) })
    return { serious: false, title, action: actionOfHeld(reason, message, facts) }
  }
  if (message.status !== 'failed') return undefined
  const { title, text } = explainChannelCode(language, message.error_code ?? '')
  return {
    serious: true,
    title: fill(texts.failed, { why: lowerFirst(title) }),
    text,
    action: nowPossible(message, facts, 'resend'),
  }
}

function actionOfHeld(reason: string, message: Delivered, facts: WindowFacts): TroubleAction | undefined {
  // These are sent automatically later.
  if (reason === 'channel' || reason === 'quota') return undefined
  // A person may pay for what the bot may not.
  if (reason === 'paid_limit') return replyWindow(facts, 'member').kind === 'closed' ? undefined : 'pay'
  return nowPossible(message, facts, reason === 'taken_over' || reason === 'bot_off' ? 'anyway' : 'resend')
}

/** Does not offer what would only be held again. */
function nowPossible(message: Delivered, facts: WindowFacts, action: TroubleAction): TroubleAction | undefined {
  const author = message.author === 'member' || message.author === 'bot' ? message.author : 'system'
  const { kind } = replyWindow(facts, author)
  if (kind === 'closed') return undefined
  return kind === 'paid' && !message.may_cost ? 'pay' : action
}

/** For use inside a sentence; capitalized names stay as they are. */
function lowerFirst(words: string): string {
  const [first = ''] = words.split(' ')
  const isName = ['Zalo', 'Messenger', 'Facebook'].includes(first) || first === first.toUpperCase()
  return isName ? words : words.charAt(0).toLowerCase() + words.slice(1)
}
