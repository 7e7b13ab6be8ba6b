import { Navigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { GoneState } from '#web/parts/page/gone-state.tsx'
import { isAccount } from '#web/parts/channels/channel-state.ts'
import { useChannels } from '#web/parts/channels/channels.ts'
import './health/health.css'
import { HealthPanel } from './health/health-panel.tsx'
import { PaidRepliesPanel } from './accounts/paid-replies-panel.tsx'
import { PlanPanel } from './accounts/plan-panel.tsx'
import { WindowPanel } from './health/window-panel.tsx'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function ChannelSection() {
  const texts = useTexts(channelScreensTexts)
  const { channelId = '' } = useParams()
  const { role } = useCurrentWorkspace()
  const channels = useChannels()
  const channel = channels.rows.find(one => one.id === channelId)
  const back =
    role === 'admin'
      ? { to: addresses.connect, text: texts.back }
      : { to: addresses.operations, text: texts.backToOperations }
  if (channel && !isAccount(channel)) return <Navigate to={back.to} replace />
  return (
    <SubPage title={texts.health} tabTitle={channel ? channel.name : texts.health} back={back}>
      {channel ? (
        <div className="health-page">
          <HealthPanel channel={channel} />
          <WindowPanel channel={channel} />
          {channel.kind === 'zalo' && (
            <>
              <PlanPanel channel={channel} />
              <PaidRepliesPanel channel={channel} />
            </>
          )}
        </div>
      ) : (
        <QueryState query={channels} failed={texts.loadFailed} loading={texts.loading} rows={4}>
          {() => <GoneState title={texts.gone} text={texts.goneText} back={back} />}
        </QueryState>
      )}
    </SubPage>
  )
}
