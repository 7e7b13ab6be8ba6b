import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { Times } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { BotState } from './bot-state.ts'
import { platformName } from '#web/dashboard/inbox/delivery/reply-window-text.ts'

type LineProps = { conversation: Conversation; bot: BotState; times: Times }

/** Only for a bot silenced outside this inbox: by a person in the platform's app, or by another app of the page. */
export function BotSilencedNotice({ conversation, bot, times }: LineProps) {
  const texts = useTexts(deliveryTexts)
  if (conversation.status === 'closed' || bot.kind !== 'off') return null
  const echo = bot.by === 'echo' && bot.until !== null
  if (!echo && bot.by !== 'standby') return null
  const platform = platformName(conversation.source, texts)
  return (
    <p className="inbox-strip num" role="status">
      <Icon name={echo ? 'smartphone' : 'pause'} size="sm" />
      {echo ? fill(texts.echo, { platform, time: times.clock(bot.until ?? '') }) : texts.standby}
    </p>
  )
}
