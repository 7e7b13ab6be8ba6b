import { useId } from 'react'
import type { WeekHours } from '#shared/rules/time/business-hours.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Draft } from './draft.ts'
import { SettingRow, SettingsPanel, SwitchRow } from './setting-row.tsx'

const defaultDay = { open: '08:00', close: '20:00' }
const defaultWeek: WeekHours = Array.from({ length: 7 }, () => defaultDay)

export function HoursPanel(draft: Draft) {
  const { settings, set } = draft
  const texts = useTexts(configurationTexts)
  const { workspace } = useCurrentWorkspace()
  const { language } = useLanguage()
  return (
    <SettingsPanel title={texts.hours} aside={zoneName(workspace.time_zone, language)}>
      <SwitchRow
        title={texts.hoursOn}
        text={texts.hoursOnText}
        on={settings.hours !== null}
        onSwitch={on => set({ hours: on ? defaultWeek : null })}
      />
      {settings.hours && (
        <>
          <Week {...draft} hours={settings.hours} />
          <SettingRow
            title={texts.outside}
            text={settings.outside_hours === 'answer' ? texts.outsideAnswerText : texts.outsideWaitText}
          >
            <SegmentedControl
              label={texts.outside}
              value={settings.outside_hours}
              options={[
                { value: 'answer', text: texts.outsideAnswer },
                { value: 'wait', text: texts.outsideWait },
              ]}
              onChoose={outside_hours => set({ outside_hours })}
            />
          </SettingRow>
        </>
      )}
    </SettingsPanel>
  )
}

function Week({ hours, set, problems }: Draft & { hours: WeekHours }) {
  const texts = useTexts(configurationTexts)
  const id = useId()
  const change = (at: number, day: WeekHours[number]) =>
    set({ hours: hours.map((other, i) => (i === at ? day : other)) })
  return (
    <ul className="week">
      {texts.days.split(', ').map((name, at) => {
        const day = hours[at] ?? null
        const problem = problems.days[at]
        return (
          <li key={name}>
            <Switch
              on={day !== null}
              label={fill(texts.dayOpen, { day: name })}
              onSwitch={on => change(at, on ? defaultDay : null)}
            />
            <span className="week-day">{name}</span>
            {day ? (
              <span className="row flex-wrap week-times num">
                {(['open', 'close'] as const).map(end => (
                  <input
                    key={end}
                    type="time"
                    className="input input-sm"
                    aria-label={fill(end === 'open' ? texts.opens : texts.closes, { day: name })}
                    aria-invalid={problem ? true : undefined}
                    aria-describedby={problem ? `${id}-${at}` : undefined}
                    value={day[end]}
                    onChange={event => change(at, { ...day, [end]: event.target.value })}
                  />
                ))}
                {day.close < day.open && <span className="muted text-fine">{texts.nextDay}</span>}
              </span>
            ) : (
              <span className="muted">{texts.dayClosed}</span>
            )}
            {problem && (
              <p className="field-error week-problem" id={`${id}-${at}`} role="alert">
                <Icon name="circle-alert" size="sm" />
                <span>{problem}</span>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** "Giờ Việt Nam": people know no Asia/Ho_Chi_Minh. */
function zoneName(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
