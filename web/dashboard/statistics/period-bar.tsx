import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { daysIn } from '#shared/rules/time/calendar-days.ts'
import { daysInWords } from '#shared/rules/time/day-in-words.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { DayRange, Granularity } from '#web/parts/workspace/use-statistics.ts'
import { CustomRange } from './custom-range.tsx'
import { type Preset, presets } from './period.ts'

export function PeriodBar({
  preset,
  range,
  granularity,
  channel,
  today,
}: {
  preset: Preset | 'own'
  range: DayRange
  granularity: Granularity
  channel: string
  today: string
}) {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const [, setParams] = useSearchParams()
  const channels = useChannels()
  const [choosing, setChoosing] = useState(false)
  const days = daysIn(range)

  function set(values: Record<string, string>) {
    setParams(
      before => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  }
  function choose(value: Preset | 'own') {
    setChoosing(value === 'own')
    if (value !== 'own') set({ period: value, from: '', to: '' })
  }

  return (
    <div className="period">
      <SegmentedControl
        label={texts.granularity}
        value={granularity}
        options={(['day', 'week', 'month'] as const).map(value => ({ value, text: texts[value] }))}
        onChoose={value => set({ step: value })}
      />
      <SelectField
        label={texts.period}
        labelHidden
        small
        value={choosing ? 'own' : preset}
        options={[...presets, 'own' as const].map(value => ({ value, text: texts[value] }))}
        onChoose={choose}
      />
      <SelectField
        label={texts.channel}
        labelHidden
        small
        value={channel}
        options={[
          { value: '', text: texts.allChannels },
          ...channels.rows.map(row => ({ value: row.id, text: row.name })),
        ]}
        onChoose={value => set({ channel: value })}
      />
      <span className="period-words num">
        <b>{daysInWords(range, language, texts.range)}</b>{' '}
        <span className="soft">{days === 1 ? texts.comparedDay : fill(texts.compared, { days })}</span>
      </span>
      {(choosing || preset === 'own') && (
        <CustomRange
          key={`${range.from} ${range.to}`}
          range={range}
          today={today}
          onChoose={({ from, to }) => {
            setChoosing(false)
            set({ from, to, period: '' })
          }}
        />
      )}
    </div>
  )
}
