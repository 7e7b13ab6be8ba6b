import { useState } from 'react'
import { channelScreensTexts, type ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { adminNames } from '#web/parts/workspace/bot-switch.ts'
import { ChannelChip } from '#web/dashboard/connect/accounts/channel-chip.tsx'
import { type Account, type ChannelState, findingsOf, healthOf, stateOf } from '#web/parts/channels/channel-state.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAccountActions } from '#web/dashboard/connect/accounts/account-actions.ts'
import { CheckList } from './check-list.tsx'
import { DisconnectAccount } from '#web/dashboard/connect/accounts/disconnect-account.tsx'
import { FindingList } from './finding-list.tsx'
import { ActivityList } from './activity-list.tsx'

const titles: Record<ChannelState, keyof ChannelScreensTexts> = {
  well: 'titleWell',
  watch: 'titleWatch',
  broken: 'titleBroken',
  paused: 'titlePaused',
  lost: 'titleLost',
  connecting: 'titleConnecting',
}

export function HealthPanel({ channel }: { channel: Account }) {
  const texts = useTexts(channelScreensTexts)
  const { role, members } = useCurrentWorkspace()
  const state = stateOf(channel)
  const { kind } = channel
  return (
    <section className={`panel health health-${state}`} aria-labelledby="health-title">
      <div className="health-head">
        <ChannelIcon kind={kind} size={40} hidden />
        <div className="fill">
          <h2 id="health-title">{fill(texts[titles[state]], { name: channel.name })}</h2>
          <p className="soft">
            <Summary channel={channel} state={state} />
          </p>
        </div>
        <ChannelChip channel={channel} />
      </div>
      <div className="health-parts">
        <CheckList channel={channel} />
        <FindingList channel={channel} />
        <ActivityList channel={channel} />
      </div>
      {(state === 'lost' || state === 'paused') && (
        <div className="health-note">
          <Notice tone="info">{fill(texts.meanwhile, { platform: texts[kind] })}</Notice>
        </div>
      )}
      <div className="health-foot">
        <LastCheck channel={channel} />
        {role === 'admin' ? (
          <Actions channel={channel} />
        ) : (
          <p className="hint">{fill(texts.onlyAdmins, { names: adminNames(members) })}</p>
        )}
      </div>
    </section>
  )
}

function Summary({ channel, state }: { channel: Channel; state: ChannelState }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const [worst] = findingsOf(channel).filter(({ level }) => level !== 'info')
  if (state === 'connecting') return texts.textConnecting
  return worst ? `${explainChannelCode(language, worst.code).title}.` : texts.textWell
}

function LastCheck({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const now = useNow()
  const at = healthOf(channel)?.checked_at
  const time = at && timeAgo(language, at, now, texts.justNow)
  return <p className="hint fill">{time ? fill(texts.checkedAt, { time }) : texts.textNotChecked}</p>
}

function Actions({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { check } = useAccountActions()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const [leaving, setLeaving] = useState(false)

  async function checkChannel() {
    await perform(async () => {
      const { health } = await check(channel.id)
      const count = health.findings.filter(({ level }) => level !== 'info').length
      showToast(count === 0 ? texts.checkedWell : fill(texts.checkedWrong, { count }))
    })
  }

  return (
    <div className="row flex-wrap">
      <Button icon="rotate-cw" size="sm" busy={busy} busyText={texts.checking} onClick={() => void checkChannel()}>
        {texts.checkNow}
      </Button>
      <Button look="danger-quiet" size="sm" onClick={() => setLeaving(true)}>
        {texts.disconnect}
      </Button>
      {leaving && <DisconnectAccount channel={channel} onClose={() => setLeaving(false)} />}
    </div>
  )
}
