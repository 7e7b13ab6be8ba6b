import { dashboardTexts, type DashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { useBotSwitch } from '#web/parts/workspace/bot-switch.ts'
import { isConnected, useChannels } from '#web/parts/channels/channels.ts'
import { counted, fill } from '#web/parts/language/texts.ts'

/** On every section; switches the bot for the whole workspace. */
export function BotSwitchCard({ narrow = false }: { narrow?: boolean }) {
  const texts = useTexts(dashboardTexts)
  const duty = useBotSwitch()
  const title = duty.on ? texts.dutyOn : texts.dutyOff
  const control = duty.mayChange && (
    <Switch on={duty.on} busy={duty.busy} label={texts.dutySwitch} onSwitch={duty.change} />
  )
  const flower = <PetalMeter filled={duty.on ? 5 : 0} width={34} tone={duty.on ? 'light' : 'leaf'} />
  if (narrow) {
    return (
      <div className={duty.on ? 'duty' : 'duty duty-off'} title={title}>
        {flower}
        <span aria-hidden="true">{duty.on ? texts.dutyShort : texts.dutyShortOff}</span>
        <span className="unseen">{title}</span>
        {control}
      </div>
    )
  }
  return (
    <div className={duty.on ? 'duty' : 'duty duty-off'}>
      {flower}
      <span className="fill">
        <b>{title}</b>
        <small>
          <DutyWords texts={texts} on={duty.on} />
        </small>
        {!duty.mayChange && <small>{fill(texts.onlyAdmins, { names: duty.admins })}</small>}
      </span>
      {control}
    </div>
  )
}

function DutyWords({ texts, on }: { texts: DashboardTexts; on: boolean }) {
  const { language } = useLanguage()
  const { rows, status } = useChannels()
  const count = rows.filter(isConnected).length
  if (!on) return texts.dutyOffText
  // Reserves the line's height while loading.
  if (status !== 'ready') return '\u00a0'
  return count === 0 ? texts.dutyNoChannel : counted(language, count, texts.dutyChannelsOne, texts.dutyChannels)
}
