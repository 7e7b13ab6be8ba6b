import { useEffect, useState } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Around, StepLayout } from './step-layout.tsx'
import { sortFacts, useFacts, valuesOf } from './use-facts.ts'
import type { SourceRow } from './use-knowledge.ts'

const rowMs = 140
const maxRows = 7
const restMs = 700

type Props = {
  around: Around
  sources: SourceRow[]
  /** The file being uploaded; '' once it has arrived. */
  title: string
  /** The share sent; undefined: all. */
  share: number | undefined
  done: boolean
  onDone(): void
  onOther(): void
}

export function ReadingProgress({ around, sources, title, share, done, onDone, onOther }: Props) {
  const texts = useTexts(startTexts)
  const facts = useFacts(done)
  const found = facts.data && sortFacts(facts.data.facts)
  const all = found ? [...found.priced, ...found.hours, ...found.places, ...found.rules].slice(0, maxRows) : []
  const [shown, setShown] = useState(0)
  const rows = all.slice(0, shown)
  const settled = done && (facts.isSuccess || facts.isError)

  useEffect(() => {
    if (!settled) return
    const last = shown >= all.length
    const timer = setTimeout(() => (last ? onDone() : setShown(count => count + 1)), last ? restMs : rowMs)
    return () => clearTimeout(timer)
  })

  const stage = share !== undefined ? 0 : done ? 2 : 1
  const link = sources.find(one => one.kind === 'link' && one.pages_found > 0)
  const stages = [texts.stageSent, texts.stageRead, texts.stageSort]
  const name = title || sources.map(one => one.title || (one.url ?? '')).join(', ')
  return (
    <StepLayout
      around={around}
      name={texts.step2}
      status={texts.reading}
      title={texts.readTitle}
      lead={texts.readLead}
      beside={<Paper name={name} rows={rows.map(row => [row.name, valuesOf(row)])} />}
    >
      <ol className="start-stages">
        {stages.map((one, at) => (
          <li key={one} aria-current={at === stage ? 'step' : undefined} data-done={at < stage || undefined}>
            <i>
              <i
                style={{
                  width:
                    at < stage ? '100%' : at > stage ? '0' : `${Math.round((at === 0 ? (share ?? 1) : 0.5) * 100)}%`,
                }}
              />
            </i>
            {one}
          </li>
        ))}
      </ol>
      <p className="start-status" role="status">
        <Icon name="file-text" size="sm" />
        {share !== undefined
          ? `${texts.sending}: ${name}`
          : link && !done
            ? fill(texts.pagesRead, { read: link.pages_read, found: link.pages_found })
            : name}
      </p>
      <div className="start-found">
        {found && (
          <p className="start-found-head">
            {found.priced.length > 0 && <span>{fill(texts.foundRows, { count: found.priced.length })}</span>}
            {found.hours.length > 0 && <span>{texts.foundHours}</span>}
            {found.places.length > 0 && <span>{texts.foundPlace}</span>}
          </p>
        )}
        <ul>
          {rows.map((row, at) => (
            <li key={`${row.source_id} ${row.subject}`} data-new={at === rows.length - 1 || undefined}>
              <b>{row.name}</b>
              <span className="num soft">{valuesOf(row)}</span>
            </li>
          ))}
          {rows.length < 3 && (
            <li aria-hidden="true">
              <span className="start-row-to-come" />
              <span className="start-row-to-come start-row-short" />
            </li>
          )}
        </ul>
      </div>
      <p>
        <Button look="quiet" onClick={onOther}>
          {texts.other_thing}
        </Button>
      </p>
    </StepLayout>
  )
}

export function Paper({ name, rows }: { name: string; rows: [string, string][] }) {
  return (
    <div className="start-paper" aria-hidden="true">
      <h3 className="ell">{name}</h3>
      <table>
        <tbody>
          {rows.map(([head, value], at) => (
            <tr key={head + at} data-new={at === rows.length - 1 || undefined}>
              <td>{head}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
