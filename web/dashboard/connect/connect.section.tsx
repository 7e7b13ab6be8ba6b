import { useState } from 'react'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState, together } from '#web/kit/feedback/query-state.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { isAccount } from '#web/parts/channels/channel-state.ts'
import { useChannels } from '#web/parts/channels/channels.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useDomains } from '#web/parts/channels/website-domains.ts'
import { Accounts } from './accounts/accounts.tsx'
import './accounts/accounts.css'
import './connect.css'
import { type CounterUse, useCounter } from '#web/parts/workspace/counter-use.ts'
import { HostedPanel } from './website/hosted-panel.tsx'
import { FirstDomain } from './website/first-domain.tsx'
import { ConnectResult } from './accounts/connect-result.tsx'
import { Website } from './website/website.tsx'

export function ConnectSection() {
  const texts = useTexts(dashboardTexts)
  return (
    <SectionPage title={texts.connect}>
      <AdminsOnly>
        <Channels />
      </AdminsOnly>
    </SectionPage>
  )
}

function Channels() {
  const texts = useTexts(dashboardTexts)
  const screens = useTexts(channelScreensTexts)
  const channels = useChannels()
  const domains = useDomains()
  const use = useCounter('connections')
  const [adding, setAdding] = useState(false)
  const websites = channels.rows.filter(channel => channel.kind === 'website' && !channel.hosted)
  const both = together(channels, domains)
  const ready = both.data && domains.data

  return (
    <>
      <div className="connect-top">
        <p className="soft">{texts.connectLead}</p>
        {use && <InUse use={use} />}
      </div>
      {ready && <ConnectResult left={use && use.limit !== null ? use.limit - use.used : null} />}
      <QueryState query={both} failed={texts.channelsFailed} loading={texts.loading} rows={2} />
      {ready && (
        <>
          <Accounts channels={channels.rows.filter(isAccount)} use={use} />
          <HostedPanel />
          {websites.length > 0 && (
            <div className="websites-head">
              <h2>{screens.websites}</h2>
              <Button icon="plus" onClick={() => setAdding(true)}>
                {texts.connectAnother}
              </Button>
            </div>
          )}
        </>
      )}
      {ready && websites.length === 0 && <NoWebsite />}
      {ready &&
        websites.map(channel => (
          <Website key={channel.id} channel={channel} domains={domains.data[channel.id] ?? []} />
        ))}
      <Dialog open={adding} title={texts.connectAnotherTitle} onClose={() => setAdding(false)}>
        <div className="mt-4">
          <FirstDomain onDone={() => setAdding(false)} onCancel={() => setAdding(false)} />
        </div>
      </Dialog>
    </>
  )
}

function InUse({ use: { used, limit } }: { use: CounterUse }) {
  const texts = useTexts(channelScreensTexts)
  return (
    <Chip tone={limit !== null && used >= limit ? 'warning' : 'plain'}>
      {limit === null ? fill(texts.channelsInUseFree, { used }) : fill(texts.channelsInUse, { used, limit })}
    </Chip>
  )
}

function NoWebsite() {
  const texts = useTexts(dashboardTexts)
  return (
    <section className="panel channel-card" aria-labelledby="no-website">
      <div className="row connect-name">
        <ChannelIcon kind="website" size={36} hidden />
        <h2 className="fill" id="no-website">
          {texts.website}
        </h2>
        <Chip icon="circle-dashed">{texts.notConnected}</Chip>
      </div>
      <p className="soft">{texts.emptyWebsiteText}</p>
      <FirstDomain />
    </section>
  )
}
