import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { channelActivity } from './channel-activity.ts'

export function ActivityList({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  return (
    <section className="health-part health-happened" aria-labelledby="happenings">
      <h2 id="happenings">{texts.happenings}</h2>
      <ol className="happenings">
        {channelActivity(channel, texts, language).map(({ at, what, tone }) => (
          <li key={`${at} ${what}`}>
            <time className="num" dateTime={at}>
              {times.dateAndClock(at)}
            </time>
            <span className={`bud happening-${tone}`} />
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
