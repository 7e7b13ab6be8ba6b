import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { ChannelChip } from './channel-chip.tsx'
import { type Account, findingsOf, stateOf } from '#web/parts/channels/channel-state.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { accessOf } from './access-text.ts'
import { DisconnectAccount } from './disconnect-account.tsx'
import { SignInButton } from './sign-in-button.tsx'

export function AccountCard({ channel }: { channel: Account }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  const [leaving, setLeaving] = useState(false)
  const { kind, name } = channel
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, texts.justNow) : texts.never)
  const reconnects = findingsOf(channel).some(({ repair }) => repair === 'reconnect') || stateOf(channel) === 'lost'
  return (
    <section className="panel channel-card account-card" aria-labelledby={`account-${channel.id}`}>
      <div className="row connect-name">
        <ChannelIcon kind={kind} size={36} hidden />
        <div className="fill">
          <h3 className="account-name" id={`account-${channel.id}`}>
            {name}
          </h3>
          <p className="muted text-note">{kind === 'facebook' ? texts.facebookAccount : texts.zaloAccount}</p>
        </div>
        <ChannelChip channel={channel} />
      </div>
      <Worst channel={channel} />
      <dl className="facts num">
        <dt>{texts.lastIn}</dt>
        <dd>{ago(channel.last_in_at)}</dd>
        <dt>{texts.lastOut}</dt>
        <dd>{ago(channel.last_out_at)}</dd>
        <dt>{texts.access}</dt>
        <dd>{accessOf(channel, texts, times).text}</dd>
      </dl>
      <div className="account-card-foot">
        {reconnects && (
          <SignInButton
            kind={kind}
            channel={channel}
            look="filled"
            size="sm"
            icon="plug"
            aria-label={fill(texts.reconnectOf, { name })}
          >
            {texts.reconnect}
          </SignInButton>
        )}
        <Link
          className={buttonClass('outline', 'sm')}
          to={addresses.channel.replace(':channelId', channel.id)}
          aria-label={fill(texts.healthOf, { name })}
        >
          {texts.health}
        </Link>
        <span className="fill" />
        <Button
          look="danger-quiet"
          size="sm"
          aria-label={fill(texts.disconnectOf, { name })}
          onClick={() => setLeaving(true)}
        >
          {texts.disconnect}
        </Button>
      </div>
      {leaving && <DisconnectAccount channel={channel} onClose={() => setLeaving(false)} />}
    </section>
  )
}

function Worst({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const found = findingsOf(channel).filter(({ level }) => level !== 'info')
  const [worst] = found
  if (!worst) return null
  const { title, text } = explainChannelCode(language, worst.code)
  return (
    <Notice tone={worst.level === 'error' ? 'bad' : 'warning'}>
      <b>{title}.</b> {text}
      {found.length > 1 && <> ({fill(texts.moreFindings, { count: found.length - 1 })})</>}
    </Notice>
  )
}
