import type { TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { type TemplatesTexts, templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { type Times, useTimes } from '#web/parts/time/shop-times.ts'
import { takenText, useTemplates } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'

export function PlanPanel({ channel }: { channel: Channel }) {
  const texts = useTexts(templatesTexts)
  const times = useTimes()
  const { data } = useTemplates()
  const account = data?.accounts.find(one => one.channel_id === channel.id)
  if (!data || !account || account.kind !== 'zalo') return null
  const {
    plan,
    plan_until: until,
    verified,
    stated_pace: statedPace,
    default_pace: defaultPace,
    free_replies: free,
    why,
  } = account
  const approved = data.templates.filter(one => one.channel_id === channel.id && one.state === 'approved').length
  const whys = { passing: texts.passing, plan: texts.plan_zalo, permission: texts.permission_zalo }
  const lines: [string, string][] = [
    [texts.planName, plan ? (until ? fill(texts.planUntil, { plan, until }) : plan) : texts.planUnknown],
    ...(verified === null
      ? []
      : [[texts.verified, verified ? texts.verifiedYes : texts.verifiedNo] as [string, string]]),
    [texts.pace, fill(statedPace === null ? texts.paceDefault : texts.paceLimit, { count: statedPace ?? defaultPace })],
    [texts.freeReplies, free === 0 ? texts.freeAny : fill(texts.freeText, { count: free })],
    [texts.repliesLeft, repliesLeft(account, texts, times)],
    [texts.taken, takenText(account.taken, texts) || texts.takenNone],
    [texts.planTemplates, why ? whys[why] : fill(texts.templatesOk, { count: approved })],
  ]
  return (
    <section className="panel" aria-labelledby="zalo-plan">
      <div className="panel-head">
        <h2 className="fill" id="zalo-plan">
          {texts.planTitle}
        </h2>
        <span className="hint">
          {account.read_at
            ? fill(texts.readAt, { time: times.dateAndClock(account.read_at) })
            : data.reading
              ? texts.reading
              : texts.neverRead}
        </span>
      </div>
      <dl className="panel-body stack gap-4">
        {lines.map(([name, text]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function repliesLeft(account: TemplateAccount, texts: TemplatesTexts, times: Times): string {
  const { replies_left: left, replies_total: total, replies_read_at: at } = account
  if (!at) return texts.repliesUnknown
  const time = times.dateAndClock(at)
  return total === null
    ? fill(texts.repliesNoLimit, { time })
    : fill(texts.repliesLeftText, { left: left ?? 0, total, time })
}
