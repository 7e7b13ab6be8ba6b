import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { useBotSwitch } from '#web/parts/workspace/bot-switch.ts'
import { isAccount } from '#web/parts/channels/channel-state.ts'
import { useChannels } from '#web/parts/channels/channels.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { wellChannels } from './tasks.ts'

export function HealthCard() {
  const texts = useTexts(briefTexts)
  const dashboard = useTexts(dashboardTexts)
  const { members } = useCurrentWorkspace()
  const channels = useChannels()
  const duty = useBotSwitch()
  const team = members.filter(({ status }) => status === 'active').length
  return (
    <section className="panel brief-card" aria-labelledby="well">
      <h3 id="well" className="row">
        <Icon name="check" />
        {texts.well}
      </h3>
      {channels.status === 'failed' && <LoadError failed={dashboard.channelsFailed} query={channels} />}
      <ul className="brief-lines">
        {channels.rows.length > 0 && (
          <li>
            <ChannelLines rows={channels.rows} />
          </li>
        )}
        <li className="row">
          <PetalMeter filled={duty.on ? 5 : 0} width={26} />
          <span className="fill">{duty.on ? dashboard.dutyOn : dashboard.dutyOff}</span>
          {duty.mayChange && duty.on && (
            <Button
              size="sm"
              busy={duty.busy}
              busyText={dashboard.pausing}
              aria-label={dashboard.pauseAll}
              onClick={() => duty.change(false)}
            >
              {texts.pause}
            </Button>
          )}
        </li>
        <li className="row">
          <Icon name="users" />
          <span className="fill">{team > 1 ? fill(texts.teamMany, { count: team }) : texts.teamAlone}</span>
          <Link className="link link-alone" to={addresses.team}>
            {texts.team}
          </Link>
        </li>
      </ul>
      {!duty.mayChange && <p className="hint">{fill(dashboard.onlyAdmins, { names: duty.admins })}</p>}
    </section>
  )
}

function ChannelLines({ rows }: { rows: readonly Channel[] }) {
  const texts = useTexts(briefTexts)
  const well = wellChannels(rows).length
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const words =
    well < rows.length
      ? fill(texts.channelsSome, { well, count: rows.length })
      : rows.length === 1
        ? fill(texts.channelsWellOne, { name: rows[0]?.name ?? '' })
        : fill(texts.channelsWell, { count: rows.length })
  return (
    <details className="brief-channels">
      <summary>
        {kinds.map(kind => (
          <ChannelIcon key={kind} kind={kind} size={18} hidden />
        ))}
        <span className="fill">{words}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul>
        {rows.map(channel => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
      </ul>
    </details>
  )
}

function ChannelLine({ channel }: { channel: Channel }) {
  const { name } = channel
  const texts = useTexts(briefTexts)
  const dashboard = useTexts(dashboardTexts)
  const { healthOf } = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const now = useNow()
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, dashboard.justNow) : dashboard.never)
  const times = fill(texts.channelTimes, { last_in: ago(channel.last_in_at), last_out: ago(channel.last_out_at) })
  return (
    <li>
      <ChannelIcon kind={channel.kind} size={18} />
      <span className="min-w-0">
        {isAccount(channel) ? (
          <Link
            className="link"
            to={addresses.channel.replace(':channelId', channel.id)}
            aria-label={fill(healthOf, { name })}
          >
            {name}
          </Link>
        ) : (
          <Link className="link" to={addresses.connect}>
            {name}
          </Link>
        )}
        <small className="num">{times}</small>
      </span>
    </li>
  )
}
