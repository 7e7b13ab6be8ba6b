import { useState } from 'react'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { firstOf } from './condition-choices.ts'
import { ConditionRow } from './condition-row.tsx'
import type { Draft, DraftRow } from './segment-draft.ts'
import type { Names } from './segment-sentence.ts'

const maxRows = 20

export function ConditionsEditor({
  start,
  names,
  onDraft,
}: {
  start: Draft
  names: Names
  onDraft(draft: Draft): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const [match, setMatch] = useState(start.match)
  const [rows, setRows] = useState<(DraftRow & { key: number })[]>(() =>
    start.rows.map((row, index) => ({ ...row, key: index })),
  )
  function change(nextRows: typeof rows, nextMatch = match) {
    setRows(nextRows)
    setMatch(nextMatch)
    onDraft({ match: nextMatch, rows: nextRows.map(({ not, condition }) => ({ not, condition })) })
  }
  return (
    <div className="conditions">
      {rows.length > 1 && (
        <SelectField
          label={texts.match}
          labelHidden
          small
          value={match}
          options={[
            { value: 'all', text: texts.all },
            { value: 'any', text: texts.any },
          ]}
          onChoose={next => change(rows, next)}
        />
      )}
      <div className="condition-list">
        {rows.map((row, index) => (
          <ConditionRow
            key={row.key}
            row={row}
            number={index + 1}
            names={names}
            onChange={next => change(rows.map(one => (one.key === row.key ? { ...next, key: one.key } : one)))}
            onRemove={() => change(rows.filter(one => one.key !== row.key))}
          />
        ))}
      </div>
      <Button
        size="sm"
        icon="plus"
        disabled={rows.length >= maxRows}
        onClick={() =>
          change([
            ...rows,
            { not: false, condition: firstOf('last_seen', names), key: Math.max(-1, ...rows.map(one => one.key)) + 1 },
          ])
        }
      >
        {texts.add}
      </Button>
    </div>
  )
}
