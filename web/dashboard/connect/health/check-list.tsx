import { channelScreensTexts, type ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import type { ChannelHealth } from '#shared/contracts/channels/channels.contract.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { findingsOf, healthOf, stateOf } from '#web/parts/channels/channel-state.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import type { Times } from '#web/parts/time/times-in.ts'
import { fill } from '#web/parts/language/texts.ts'
import { accessOf } from '#web/dashboard/connect/accounts/access-text.ts'

type Verdict = 'fine' | 'notFine' | 'watch' | 'unsure'
type Check = { name: string; verdict: Verdict; value: string; text?: string | undefined }

const icons: Record<Verdict, IconName> = {
  fine: 'circle-check',
  notFine: 'circle-x',
  watch: 'triangle-alert',
  unsure: 'circle-dashed',
}

export function CheckList({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, texts.justNow) : texts.never)
  const checks = [
    receiving(channel, texts, ago),
    access(channel, texts, times),
    sending(channel, texts, ago),
    ...standing(healthOf(channel), channel, texts, times),
  ]
  return (
    <section className="health-part health-checks" aria-labelledby="checks">
      <h2 id="checks">{texts.checks}</h2>
      <ul className="checks">
        {checks.map(({ name, verdict, value, text }) => (
          <li key={name} className={`check check-${verdict}`}>
            <Icon name={icons[verdict]} label={texts[verdict]} />
            <span>
              {name}
              {text && <span className="check-text">{text}</span>}
            </span>
            <span className="check-value num">{value}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Ago = (at: string | null) => string

/** Findings that stop customers' messages from arriving. */
const silencing = new Set([
  'facebook.not_subscribed',
  'facebook.fields_missing',
  'zalo.webhook_silent',
  'channel.hooks_failed',
])

function receiving(channel: Channel, texts: ChannelScreensTexts, ago: Ago): Check {
  const isSilent = findingsOf(channel).some(({ code, level }) => level === 'error' && silencing.has(code))
  const verdict = isSilent ? 'notFine' : channel.last_in_at ? 'fine' : 'unsure'
  return { name: texts.receiving, verdict, value: ago(channel.last_in_at) }
}

const accessVerdicts = { valid: 'fine', expiring: 'watch', dead: 'notFine', unknown: 'unsure' } as const

function access(channel: Channel, texts: ChannelScreensTexts, times: Times): Check {
  const { state, text: value } = accessOf(channel, texts, times)
  const since = healthOf(channel)?.token.since
  const text = since ? fill(texts.accessSince, { date: times.date(since) }) : undefined
  return { name: texts.access, verdict: accessVerdicts[state], value, text }
}

function sending(channel: Channel, texts: ChannelScreensTexts, ago: Ago): Check {
  const name = texts.sending
  const state = stateOf(channel)
  if (state === 'lost') return { name, verdict: 'notFine', value: texts.sendingStopped }
  if (state === 'paused') return { name, verdict: 'watch', value: texts.sendingPaused }
  return { name, verdict: channel.last_out_at ? 'fine' : 'unsure', value: ago(channel.last_out_at) }
}

function standing(
  health: ChannelHealth | undefined,
  channel: Channel,
  texts: ChannelScreensTexts,
  times: Times,
): Check[] {
  if (!health) return []
  return [
    subscription(health, channel, texts),
    owner(health, texts),
    queue(health, texts, times),
    openWindows(health, channel, texts),
  ]
}

function subscription({ subscription: has }: ChannelHealth, channel: Channel, texts: ChannelScreensTexts): Check {
  const name = texts.subscription
  if (!has)
    return { name, verdict: 'unsure', value: channel.kind === 'zalo' ? texts.subscriptionNone : texts.accessUnknown }
  const { wanted, missing } = has
  if (missing.length === 0)
    return { name, verdict: 'fine', value: fill(texts.subscriptionWhole, { count: wanted.length }) }
  const text = fill(texts.missingFields, { names: missing.join(', ') })
  return { name, verdict: 'notFine', value: fill(texts.subscriptionMissing, { count: missing.length }), text }
}

function owner({ thread_owner: who }: ChannelHealth, texts: ChannelScreensTexts): Check {
  const name = texts.threadOwner
  if (who === null) return { name, verdict: 'unsure', value: texts.ownerUnknown }
  if (who === 'us') return { name, verdict: 'fine', value: texts.ownerUs }
  return { name, verdict: 'watch', value: fill(texts.ownerOther, { id: who }) }
}

function queue(
  { queue: { waiting, held, oldest_at: oldest } }: ChannelHealth,
  texts: ChannelScreensTexts,
  times: Times,
): Check {
  const parts = [
    ...(waiting > 0 ? [fill(texts.queueWaiting, { count: waiting })] : []),
    ...(held > 0 ? [fill(texts.queueHeld, { count: held })] : []),
  ]
  const text = oldest ? fill(texts.queueSince, { time: times.dateAndClock(oldest) }) : undefined
  const verdict = held > 0 ? 'watch' : 'fine'
  return { name: texts.queue, verdict, value: parts.join(', ') || texts.queueEmpty, text }
}

function openWindows({ window: { open, held } }: ChannelHealth, channel: Channel, texts: ChannelScreensTexts): Check {
  const rule = channel.kind === 'zalo' ? texts.windowTextZalo : texts.windowTextFacebook
  return {
    name: texts.window,
    verdict: held > 0 ? 'watch' : 'fine',
    value: fill(texts.windowOpen, { count: open }),
    text: held > 0 ? `${rule} ${fill(texts.windowHeld, { count: held })}` : rule,
  }
}
