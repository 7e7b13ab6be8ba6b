import type { Finding } from '#shared/contracts/channels/channels.contract.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode, repairText } from '#shared/texts/channels/channels-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { type Account, findingsOf } from '#web/parts/channels/channel-state.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAccountActions } from '#web/dashboard/connect/accounts/account-actions.ts'
import { SignInButton } from '#web/dashboard/connect/accounts/sign-in-button.tsx'

const icons = { error: 'circle-alert', warning: 'triangle-alert', info: 'info' } as const

export function FindingList({ channel }: { channel: Account }) {
  const texts = useTexts(channelScreensTexts)
  const found = findingsOf(channel)
  return (
    <section
      className={found.length > 0 ? 'health-part health-to-do health-first' : 'health-part health-to-do'}
      aria-labelledby="to-do"
    >
      <h2 id="to-do">{texts.toDo}</h2>
      {found.length === 0 ? (
        <p className="soft row gap-2">
          <Icon name="circle-check" />
          {texts.nothingToDo}
        </p>
      ) : (
        <ul className="findings">
          {found.map(finding => (
            <FindingRow key={finding.code} channel={channel} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FindingRow({ channel, finding }: { channel: Account; finding: Finding }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { title, text } = explainChannelCode(language, finding.code)
  return (
    <li className={`finding finding-${finding.level}`}>
      <Icon name={icons[finding.level]} />
      <div>
        <h3>{title}</h3>
        <p className="soft">{text}</p>
        <p className="finding-code">
          {fill(texts.code, { code: finding.code })}
          {finding.detail && ` · ${finding.detail}`}
          {finding.since && ` · ${fill(texts.since, { time: times.dateAndClock(finding.since) })}`}
        </p>
        <Repair channel={channel} finding={finding} />
      </div>
    </li>
  )
}

const platformPages = { facebook: 'https://www.facebook.com/business/help', zalo: 'https://oa.zalo.me' }

function Repair({ channel, finding: { repair } }: { channel: Account; finding: Finding }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const { role } = useCurrentWorkspace()
  const { kind } = channel
  const words = repairText(language, repair)
  if (repair === 'none') return null
  if (repair === 'wait') return <Chip icon="clock">{words}</Chip>
  if (role !== 'admin') return null
  if (repair === 'repair') return <RepairButton channel={channel}>{words}</RepairButton>
  if (repair === 'reconnect')
    return (
      <SignInButton kind={kind} channel={channel} size="sm" icon="plug" look="filled">
        {words}
      </SignInButton>
    )
  return (
    <a className={buttonClass('outline', 'sm')} href={platformPages[kind]} target="_blank" rel="noreferrer">
      <Icon name="external-link" size="sm" />
      {words}
      <span className="unseen"> ({texts.opensOutside})</span>
    </a>
  )
}

function RepairButton({ channel, children }: { channel: Channel; children: string }) {
  const texts = useTexts(channelScreensTexts)
  const { repair } = useAccountActions()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function run() {
    await perform(async () => {
      const helped = await repair(channel.id)
      if (helped) showToast(texts.repaired)
      else showErrorToast(texts.stillThere)
    })
  }
  return (
    <Button look="filled" size="sm" busy={busy} busyText={texts.repairing} onClick={() => void run()}>
      {children}
    </Button>
  )
}
