import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { readableDomain } from '#shared/rules/readable-domain.ts'
import { channelScreensTexts } from '#shared/texts/channel-screens-texts.ts'
import { dashboardTexts, type DashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { Bloom } from '#web/kit/bloom.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { ChannelGlyph, type ChannelKind } from '#web/kit/channel-glyph.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { useBotDuty } from '#web/parts/bot-duty.ts'
import { ChannelChip } from '#web/parts/channel-chip.tsx'
import { isAccount } from '#web/parts/channel-state.ts'
import { isConnected, useChannels } from '#web/parts/channels.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { timeAgo, useNow } from '#web/parts/relative-times.ts'
import { counted, fill } from '#web/parts/texts.ts'
import { useDomains } from '#web/parts/website-domains.ts'

const kindTexts: Record<ChannelKind, keyof DashboardTexts> = {
  website: 'websiteChannel',
  facebook: 'facebookChannel',
  zalo: 'zaloChannel',
}

/** Whether the bot is on duty, the switch for all of it, and how each channel does. */
export function BotState() {
  const texts = useTexts(dashboardTexts)
  const channels = useChannels()
  const domains = useDomains()
  return (
    <section className="panel state-panel" aria-label={texts.botState}>
      <Head
        working={channels.rows.filter(isConnected).length}
        any={channels.rows.length > 0}
        known={channels.status === 'ready'}
      />
      <SilentBot />
      {channels.status === 'loading' && (
        <div className="panel-body">
          <SkeletonRows rows={1} label={texts.loading} />
        </div>
      )}
      {channels.status === 'failed' && (
        <div className="panel-body">
          <LoadFailed title={texts.channelsFailed} error={channels.error} retry={channels.retry} />
        </div>
      )}
      {channels.rows.map(channel => (
        <ChannelRow key={channel.id} channel={channel} domain={domains.data?.[channel.id]?.[0]} />
      ))}
    </section>
  )
}

/** A bot that does not say what it is: the law asks for it, so it is not forgotten. */
function SilentBot() {
  const texts = useTexts(channelScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['bot introduces', workspace.id],
    refetchOnMount: 'always',
    queryFn: () => readRows('bot_settings', query => query.eq('workspace_id', workspace.id), 'introduces'),
  })
  if (data?.[0]?.introduces !== false) return null
  return (
    <div className="panel-body">
      <Notice>
        {texts.silentBot}{' '}
        <Link className="link" to={addresses.configuration}>
          {texts.silentBotOpen}
        </Link>
      </Notice>
    </div>
  )
}

/** @param any there are channels, whether they work or not */
function Head({ working, any, known }: { working: number; any: boolean; known: boolean }) {
  const texts = useTexts(dashboardTexts)
  const screens = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const duty = useBotDuty()
  const idle = known && working === 0
  const title = !duty.on
    ? texts.botOffTitle
    : !known
      ? texts.dutyOn
      : idle
        ? any
          ? screens.noneWorking
          : texts.botReadyTitle
        : counted(language, working, texts.botOnTitleOne, texts.botOnTitle)
  const text = !duty.on
    ? texts.botOffText
    : idle
      ? any
        ? screens.noneWorkingText
        : texts.botReadyText
      : texts.botOnText
  return (
    <div className={duty.on ? 'state-head' : 'state-head state-head-off'}>
      <Bloom filled={duty.on ? (idle ? 3 : 5) : 0} width={60} />
      <div className="fill">
        <h2>{title}</h2>
        <p className="soft">{text}</p>
        {!duty.mayChange && <p className="hint">{fill(texts.onlyAdmins, { names: duty.admins })}</p>}
      </div>
      {duty.mayChange &&
        (duty.on && idle ? (
          <Link className={buttonClass('outline')} to={addresses.connect}>
            {any ? screens.openChannels : texts.connectWebsite}
          </Link>
        ) : (
          <Button
            look={duty.on ? 'outline' : 'filled'}
            icon={duty.on ? 'pause' : 'play'}
            busy={duty.busy}
            busyText={duty.on ? texts.pausing : texts.resuming}
            onClick={() => duty.change(!duty.on)}
          >
            {duty.on ? texts.pauseAll : texts.resumeAll}
          </Button>
        ))}
    </div>
  )
}

function ChannelRow({ channel, domain }: { channel: Channel; domain: string | undefined }) {
  const texts = useTexts(dashboardTexts)
  const { healthOf } = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const now = useNow()
  const kind = channel.kind as ChannelKind
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, texts.justNow) : texts.never)
  const connected = isConnected(channel)
  return (
    <div className="channel-row">
      <span className="row min-w-0 gap-3">
        <ChannelGlyph kind={kind} size={28} />
        <span className="min-w-0">
          {isAccount(channel) ? (
            <Link
              className="channel-name ell block"
              to={addresses.channel.replace(':channelId', channel.id)}
              aria-label={fill(healthOf, { name: channel.name })}
            >
              {channel.name}
            </Link>
          ) : (
            <b className="ell block">{domain ? readableDomain(domain) : channel.name}</b>
          )}
          <small>{texts[kindTexts[kind]]}</small>
        </span>
      </span>
      <span>
        <small>{texts.lastIn}</small>
        <span className="num">{ago(channel.last_in_at)}</span>
      </span>
      <span>
        <small>{texts.lastOut}</small>
        <span className="num">{ago(channel.last_out_at)}</span>
      </span>
      <span>
        {isAccount(channel) ? (
          <ChannelChip channel={channel} />
        ) : (
          <Chip tone={connected ? 'ok' : 'bad'} icon={connected ? 'circle-check' : 'unplug'}>
            {connected ? texts.connected : texts.notConnected}
          </Chip>
        )}
      </span>
    </div>
  )
}
