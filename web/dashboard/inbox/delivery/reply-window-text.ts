import type { DeliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Times } from '#web/parts/time/shop-times.ts'
import type { ReplyWindow } from '#web/parts/conversations/reply-window.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function platformName(source: string, texts: DeliveryTexts): string {
  return source === 'zalo' ? texts.zalo : texts.messenger
}

/** @returns undefined where there is nothing to say */
export function replyWindowText(
  window: ReplyWindow,
  source: string,
  now: Date,
  times: Times,
  texts: DeliveryTexts,
): string | undefined {
  const platform = platformName(source, texts)
  switch (window.kind) {
    case 'always':
      return undefined
    case 'open': {
      const left = leftWords(window.until.getTime() - now.getTime(), texts)
      if (!window.afterwards) return fill(texts.left, { platform, left })
      const words = window.afterwards.kind === 'paid' ? texts.leftFree : texts.leftThenAgent
      return fill(words, { platform, left, time: times.dateAndClock(window.afterwards.until) })
    }
    case 'agent':
      return fill(texts.agent, { time: times.dateAndClock(window.until) })
    case 'paid':
      return fill(texts.paid, { platform, time: times.dateAndClock(window.until) })
    case 'closed':
      return window.at
        ? fill(texts.over, { platform, time: times.dateAndClock(window.at) })
        : fill(texts.never, { platform })
  }
}

function leftWords(ms: number, texts: DeliveryTexts): string {
  if (ms < hour) return fill(texts.minutes, { count: Math.max(1, Math.floor(ms / minute)) })
  if (ms < 3 * day) return fill(texts.hours, { count: Math.floor(ms / hour) })
  return fill(texts.days, { count: Math.floor(ms / day) })
}
