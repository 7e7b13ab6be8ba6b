import { useState } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import type { ComponentBudget, DeskIncident } from '#shared/contracts/status/status.api.ts'
import { numberFormat } from '#shared/rules/text/number-format.ts'
import { incidentsTexts } from '#shared/texts/operator/incidents-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useDeskStatus, useHouseTimes } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'
import { IncidentDialog } from './incident-dialog.tsx'

export function StatusPanel() {
  const texts = useTexts(incidentsTexts)
  const { language } = useLanguage()
  const query = useDeskStatus()
  const [changing, setChanging] = useState<{ incident?: DeskIncident }>()
  const components = query.data?.[0]?.components ?? []
  const target = query.data?.[0]?.target
  const percent = target && numberFormat(language, { maximumFractionDigits: 3 }).format(target)
  return (
    <>
      <DeskPanel
        title={texts.components}
        hint={percent && fill(texts.target, { percent })}
        query={query}
        empty={texts.noComponents}
      >
        {() => (
          <ul>
            {components.map(one => (
              <ComponentItem key={one.name} component={one} />
            ))}
          </ul>
        )}
      </DeskPanel>
      <DeskPanel
        title={texts.incidents}
        actions={
          <>
            <a className="link" href={addressIn(language, addresses.status)} target="_blank" rel="noopener">
              {texts.publicPage}
            </a>
            <Button size="sm" icon="pencil" onClick={() => setChanging({})}>
              {texts.open}
            </Button>
          </>
        }
        query={query}
        empty={texts.noIncidents}
      >
        {([{ incidents } = { incidents: [] }]) =>
          incidents.length === 0 ? (
            <p className="op-empty soft">{texts.noIncidents}</p>
          ) : (
            <ul>
              {incidents.map(one => (
                <IncidentItem key={one.id} incident={one} onUpdate={() => setChanging({ incident: one })} />
              ))}
            </ul>
          )
        }
      </DeskPanel>
      {changing && (
        <IncidentDialog components={components} incident={changing.incident} onClose={() => setChanging(undefined)} />
      )}
    </>
  )
}

function ComponentItem({ component: { name, works, fault, failed, budget } }: { component: ComponentBudget }) {
  const texts = useTexts(incidentsTexts)
  const { language } = useLanguage()
  const number = numberFormat(language)
  const spent = failed > budget
  const words = fill(spent ? texts.budgetSpent : texts.budget, {
    failed: number.format(failed),
    budget: number.format(budget),
  })
  const tone = works === null ? 'info' : works ? (spent ? 'warning' : 'ok') : 'bad'
  return (
    <li className="op-item op-fact">
      <b>{texts[name]}</b>
      <span className="soft num op-text">{[fault && texts[fault], words].filter(Boolean).join(' ')}</span>
      <Chip tone={tone} icon={works === false ? 'triangle-alert' : works ? 'circle-check' : 'clock'}>
        {works === null ? texts.unknown : works ? texts.works : texts.fails}
      </Chip>
    </li>
  )
}

function IncidentItem({ incident, onUpdate }: { incident: DeskIncident; onUpdate(): void }) {
  const texts = useTexts(incidentsTexts)
  const times = useHouseTimes()
  const { language } = useLanguage()
  const { title, components, impact, opened_at, closed_at, updates } = incident
  const [latest] = updates
  const notified = updates.reduce((sum, update) => sum + update.notified, 0)
  return (
    <DeskItem name={title[language]} text={latest ? `${texts[latest.stage]}: ${latest.text[language]}` : ''}>
      <Chip tone={closed_at ? 'ok' : 'bad'} icon={closed_at ? 'circle-check' : 'triangle-alert'}>
        {closed_at ? texts.isClosed : texts.isOpen}
      </Chip>
      <span className="muted">
        {[
          texts[impact],
          components.map(name => texts[name]).join(', '),
          fill(texts.notified, { count: notified }),
        ].join(' · ')}
      </span>
      <span className="fill" />
      <span className="muted num">
        {closed_at
          ? fill(texts.closedAt, { time: times.dateAndClock(closed_at) })
          : fill(texts.openSince, { time: times.dateAndClock(opened_at) })}
      </span>
      {!closed_at && (
        <Button size="sm" aria-label={fill(texts.updateOf, { title: title[language] })} onClick={onUpdate}>
          {texts.update}
        </Button>
      )}
    </DeskItem>
  )
}
