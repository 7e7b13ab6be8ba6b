import { useState } from 'react'
import { type ImportColumn, importColumns } from '#shared/contracts/customers/imports.contract.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { type ConsentText, useConsentTexts, wordsFor } from '#web/parts/customers/consent-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AgreedForm, type Agreed } from './agreed-form.tsx'
import { useCustomerFields } from '../read-segments.ts'
import type { ListImport } from './read-imports.ts'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function ColumnsForm({
  list,
  sample,
  onChecked,
  onLeave,
}: {
  list: ListImport
  sample: string[][]
  onChecked(): Promise<void>
  onLeave(): void
}) {
  const texts = useTexts(customerListsTexts)
  const zalo = useChannels().rows.filter(channel => channel.kind === 'zalo')
  const fields = useCustomerFields()
  const [map, setMap] = useState<ImportColumn[]>(list.map)
  const [hasNames, setHasNames] = useState(list.has_names)
  const [agreed, setAgreed] = useState<Agreed | null>(null)
  const { data: stored, refetch } = useConsentTexts()
  const { language } = useLanguage()
  const wordsIn = (from: ConsentText[] | undefined) =>
    agreed?.words ?? wordsFor(from, agreed?.purpose ?? 'promotion', language)
  const { busy, problem, setProblem, perform } = useAction({ once: true })
  const hasColumn = (column: ImportColumn) => map.includes(column)

  async function check() {
    setProblem(undefined)
    if (agreed && !hasColumn('consent_at')) return setProblem(texts.needsDay)
    await perform(async () => {
      // An agreement is worth nothing without its words, which may not have been read yet.
      const isRead = !agreed || agreed.words !== undefined || stored !== undefined
      const words = wordsIn(isRead ? stored : (await refetch({ throwOnError: true, cancelRefetch: false })).data)
      const consent = agreed && { ...agreed, words, channel_id: agreed.channel_id || (zalo[0]?.id ?? '') }
      await call('POST /api/v1/customers/imports/:id/check', {
        params: { id: list.id },
        body: { map, has_names: hasNames, consent },
      })
      await onChecked()
    })
  }

  const options: { value: ImportColumn; text: string }[] = [
    ...importColumns.map(value => ({ value, text: texts[value] })),
    ...fields.map(({ id, name }) => ({ value: `field:${id}` as const, text: fill(texts.field, { name }) })),
  ]
  const shown = sample.slice(hasNames ? 1 : 0)
  return (
    <section className="panel panel-body stack gap-4" aria-labelledby="list-columns">
      <h2 id="list-columns">{texts.columnsTitle}</h2>
      <p className="soft">
        {fill(texts.columnsText, { count: list.row_count - (hasNames ? 1 : 0), file: list.file_name })}
      </p>
      <label className="row gap-3 list-check">
        <input
          type="checkbox"
          className="check"
          checked={hasNames}
          onChange={event => setHasNames(event.target.checked)}
        />
        {texts.hasNames}
      </label>
      <DataTable className="list-columns" columns={[texts.columnHead, texts.sample, texts.holds]}>
        {list.columns.map((column, i) => {
          const name = (hasNames && (column || sample[0]?.[i])) || fill(texts.column, { number: i + 1 })
          return (
            <TableRow key={i}>
              <TableCell>
                <b>{name}</b>
              </TableCell>
              <TableCell className="soft list-sample">
                {shown
                  .map(cells => cells[i])
                  .filter(Boolean)
                  .slice(0, 3)
                  .join(' · ') || '–'}
              </TableCell>
              <TableCell>
                <SelectField
                  label={fill(texts.isWhat, { name })}
                  labelHidden
                  small
                  value={map[i] ?? 'none'}
                  options={options}
                  onChoose={value => setMap(map.map((one, at) => (at === i ? value : one)))}
                />
              </TableCell>
            </TableRow>
          )
        })}
      </DataTable>
      <AgreedForm zalo={zalo} agreed={agreed} words={wordsIn(stored)} hasColumn={hasColumn} onChange={setAgreed} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p className="row gap-3">
        <Button look="filled" busy={busy} onClick={() => void check()}>
          {texts.check}
        </Button>
        <Button onClick={onLeave}>{texts.other}</Button>
      </p>
    </section>
  )
}
