import { useEffect, useState } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { MeterBar } from '#web/kit/meter-bar.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Around, StepLayout } from './step-layout.tsx'
import { sortFacts, useFacts, valuesOf } from './use-facts.ts'
import type { SourceRow } from './use-knowledge.ts'

const maxRows = 7
/** How long the results stay on screen before the next step. */
const restMs = 1_500
/** Percent, as the server reports it: text extracted; next it is sorted, tested and published. */
const textRead = 60

type Props = {
  around: Around
  sources: SourceRow[]
  /** The file being uploaded; '' once it has arrived. */
  title: string
  /** The share sent; undefined: all. */
  share: number | undefined
  /** The photo, where it was chosen on this device. */
  picture: File | undefined
  done: boolean
  onDone(): void
  onOther(): void
}

export function ReadingProgress({ around, sources, title, share, picture, done, onDone, onOther }: Props) {
  const texts = useTexts(startTexts)
  // What one document gave is shown while the next is read.
  const facts = useFacts(done || sources.some(one => one.live_version !== null))
  const found = facts.data && sortFacts(facts.data.facts)
  const rows = found ? [...found.priced, ...found.hours, ...found.places, ...found.rules].slice(0, maxRows) : []
  const shown = useObjectUrl(picture)
  const settled = done && (facts.isSuccess || facts.isError)

  useEffect(() => {
    if (!settled) return
    const timer = setTimeout(onDone, restMs)
    return () => clearTimeout(timer)
  })

  const read = share === undefined ? shareRead(sources) : 0
  const stage = share !== undefined ? 0 : read < 1 && !done ? 1 : 2
  const shares = [share ?? 1, done ? 1 : read, settled ? 1 : shareSorted(sources)]
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
      beside={
        shown && rows.length === 0 ? (
          <img className="start-photo" src={shown} alt="" />
        ) : (
          <Paper name={name} rows={rows.map(row => [row.name, valuesOf(row)])} />
        )
      }
    >
      <ol className="start-stages">
        {stages.map((one, at) => (
          <li key={one} aria-current={at === stage ? 'step' : undefined} data-done={at < stage || undefined}>
            <MeterBar share={at < stage ? 1 : at > stage ? 0 : (shares[at] ?? 0)} />
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
      {shown && (
        <div className="start-photo-here">
          <img className="start-photo" src={shown} alt="" />
        </div>
      )}
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

/** Undefined also where the browser cannot show the kind, as HEIC mostly. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    let isCurrent = true
    const image = new Image()
    image.src = url
    image.decode().then(
      () => isCurrent && setShown(url),
      () => undefined,
    )
    return () => {
      isCurrent = false
      setShown(undefined)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return shown
}

/** By the server's progress, or the pages of a website. */
function shareRead(sources: readonly SourceRow[]): number {
  const shares = sources.map(one => {
    if (one.status !== 'processing') return 1
    if (one.pages_found > 0) return Math.min(1, (one.pages_read + one.pages_failed) / one.pages_found)
    return Math.min(1, one.progress / textRead)
  })
  return shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length)
}

function shareSorted(sources: readonly SourceRow[]): number {
  const ready = sources.filter(one => one.status !== 'processing').length
  return ready / Math.max(1, sources.length)
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
