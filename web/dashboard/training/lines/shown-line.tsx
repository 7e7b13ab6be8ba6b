import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { DocumentLine, LineState } from './document-lines.ts'

const marks: Partial<Record<LineState, { icon: IconName; text: 'off' | 'differs' | 'doubtful' | 'unread' | 'stale' }>> =
  {
    off: { icon: 'eye-off', text: 'off' },
    differs: { icon: 'circle-alert', text: 'differs' },
    doubtful: { icon: 'triangle-alert', text: 'doubtful' },
    unread: { icon: 'circle-help', text: 'unread' },
    stale: { icon: 'clock', text: 'stale' },
  }

/** Remarks about a line, shown next to it. */
export function LineMark({ line }: { line: DocumentLine }) {
  const texts = useTexts(linesTexts)
  const edited = line.facts.some(({ values }) => values.some(({ edit }) => edit))
  const mark = marks[line.state]
  if (mark)
    return (
      <span className="line-mark" data-state={line.state}>
        <Icon name={mark.icon} size="sm" />
        {texts[mark.text]}
      </span>
    )
  if (edited)
    return (
      <span className="line-mark" data-state="edited">
        <Icon name="pencil" size="sm" />
        {texts.edited}
      </span>
    )
  if (line.facts.some(({ confirmed_at }) => confirmed_at))
    return (
      <span className="line-mark" data-state="confirmed">
        <Icon name="check" size="sm" />
        <span className="unseen">{texts.confirmed}</span>
      </span>
    )
  return null
}

type Edited = { was: string; value: string; head: string }

function editedValues(facts: readonly Fact[]): Edited[] {
  return facts.flatMap(({ values }) =>
    values.flatMap(({ edit, value, head }) => (edit ? [{ was: edit.was, value, head }] : [])),
  )
}

/** The words of a line, or of one cell, with corrected values in place of the document's. */
export function LineWords({ line, text, head }: { line: DocumentLine; text: string; head?: string | undefined }) {
  const edits = editedValues(line.facts)
  const edit = edits.find(
    one => text.includes(one.was) && (head === undefined || one.head === head || edits.length === 1),
  )
  if (!edit) return text
  const at = text.indexOf(edit.was)
  return (
    <>
      {text.slice(0, at)}
      <ins className="line-edited">{edit.value}</ins>
      {text.slice(at + edit.was.length)}
    </>
  )
}
