import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { readableDomain } from '#shared/rules/website/readable-domain.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { pageCheckTexts } from '#shared/texts/channels/page-check-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { isConnected, lastSeen, seenOn } from '#web/parts/channels/channels.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { DisconnectDialog } from '../disconnect-dialog.tsx'
import { Domains } from './domains.tsx'
import { IdentitySecret } from './identity-secret.tsx'
import { PageCheckRow } from './page-check.tsx'
import { ScriptTag } from './script-tag.tsx'
import { useWebsiteActions } from './website-actions.ts'

export function Website({ channel, domains }: { channel: Channel; domains: string[] }) {
  const texts = useTexts(dashboardTexts)
  const greetings = useTexts(greetingsTexts)
  const checks = useTexts(pageCheckTexts)
  const { language } = useLanguage()
  const { disconnect } = useWebsiteActions()
  const now = useNow()
  const [leaving, setLeaving] = useState(false)
  const seen = lastSeen(channel)
  const pages = Object.keys(seenOn(channel))
  const connected = isConnected(channel)
  const ago = (at: string | null) => (at ? timeAgo(language, at, now, texts.justNow) : texts.never)

  return (
    <div className="website">
      <section className="panel channel-card" aria-labelledby={`website-${channel.id}`}>
        <div className="row connect-name">
          <ChannelIcon kind="website" size={36} hidden />
          <div className="fill">
            <h2 id={`website-${channel.id}`}>{texts.website}</h2>
            <p className="muted ell text-note">{domains.map(readableDomain).join(', ') || channel.name}</p>
          </div>
          <Chip tone={connected && seen ? 'ok' : 'plain'} icon={connected && seen ? 'circle-check' : 'circle-dashed'}>
            {!connected ? texts.notConnected : seen ? texts.connected : checks.notSeen}
          </Chip>
        </div>
        {seen ? (
          <dl className="facts num">
            {pages.length > 0 && (
              <>
                <dt>{texts.lastSeen}</dt>
                <dd>{ago(seen)}</dd>
              </>
            )}
            <dt>{texts.lastIn}</dt>
            <dd>{ago(channel.last_in_at)}</dd>
            <dt>{texts.lastOut}</dt>
            <dd>{ago(channel.last_out_at)}</dd>
          </dl>
        ) : (
          <p className="soft">{texts.notSeenText}</p>
        )}
        <PageCheckRow channelId={channel.id} domain={domains[0]} />
        <div className="channel-card-foot">
          <Link className={buttonClass('outline', 'sm')} to={addresses.greetings}>
            {greetings.title}
          </Link>
          <Button look="danger-quiet" size="sm" onClick={() => setLeaving(true)}>
            {texts.disconnect}
          </Button>
        </div>
      </section>
      <div className="website-details">
        <ScriptTag widget={channel.account_id} />
        <Domains channel={channel} domains={domains} />
        <IdentitySecret channelId={channel.id} />
      </div>
      {leaving && (
        <DisconnectDialog
          texts={texts}
          name={domains[0] ? readableDomain(domains[0]) : channel.name}
          disconnect={() => disconnect(channel.id)}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}
