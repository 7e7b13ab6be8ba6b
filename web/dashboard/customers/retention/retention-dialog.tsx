import { useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { retentionKinds, type RetentionRules } from '#shared/contracts/customers/retention.contract.ts'
import { retentionTexts } from '#shared/texts/privacy/retention-texts.ts'
import { call } from '#web/data/api.ts'
import { fileSize } from '#web/dashboard/training/sources/file-size.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { monthsInWords } from './months-in-words.ts'

const offered = [3, 6, 12, 24, 36, 60, 120]

export function RetentionDialog({
  rules,
  onSaved,
  onClose,
}: {
  rules: RetentionRules
  onSaved: () => void
  onClose: () => void
}) {
  const texts = useTexts(retentionTexts)
  const proof = useReauthentication()
  const form = useForm({
    start: { ...rules, understood: false },
    check: ({ understood, ...typed }) => ({
      understood: understood || !erases(typed) ? undefined : texts.understoodFirst,
    }),
    async save({ understood: _, ...body }) {
      if (!(await proof.prove())) return false
      await call('PUT /api/v1/retention', { body })
      showToast(texts.saved)
      onSaved()
      onClose()
      return true
    },
  })
  const { understood, ...typed } = form.values
  return (
    <FormDialog
      form={form}
      title={texts.title}
      cancel={texts.cancel}
      save={texts.save}
      look={erases(typed) ? 'danger' : 'filled'}
      onClose={onClose}
    >
      {retentionKinds.map(kind => {
        const { value, onChoose } = form.choice(kind)
        return (
          <SelectField
            key={kind}
            label={texts[kind]}
            value={String(value ?? '')}
            options={[null, ...offered].map(months => ({
              value: String(months ?? ''),
              text: monthsInWords(months, texts),
            }))}
            onChoose={months => onChoose(months === '' ? null : Number(months))}
          />
        )
      })}
      {erases(typed) && (
        <>
          <DryRun rules={typed} />
          <Notice tone="warning">{texts.warning}</Notice>
          <label className="row gap-3">
            <input
              type="checkbox"
              className="check"
              checked={understood}
              aria-invalid={form.wrong.understood !== undefined}
              onChange={event => form.set({ understood: event.target.checked })}
            />
            <span>{form.wrong.understood ?? texts.understood}</span>
          </label>
        </>
      )}
      {proof.field}
    </FormDialog>
  )
}

function DryRun({ rules }: { rules: RetentionRules }) {
  const texts = useTexts(retentionTexts)
  const query = useQuery({
    queryKey: ['retention-preview', rules],
    queryFn: () => call('POST /api/v1/retention/preview', { body: rules }),
  })
  return (
    <div role="status">
      <b>{texts.preview}</b>
      {query.data ? <Lines preview={query.data} /> : <p>{query.isError ? texts.countFailed : texts.counting}</p>}
    </div>
  )
}

function Lines({ preview }: { preview: Result<'POST /api/v1/retention/preview'> }) {
  const texts = useTexts(retentionTexts)
  const times = useTimes()
  const { language } = useLanguage()
  const lines = retentionKinds.flatMap(kind => {
    const { count, oldest, max } = preview[kind]
    if (count === 0 || !oldest) return []
    const shown = count >= max ? fill(texts.orMore, { count: String(count) }) : String(count)
    const words = {
      conversations: texts.goConversations,
      files: texts.goFiles,
      customers: texts.goCustomers,
      requests: texts.goRequests,
    }
    const messages = String(preview.conversations.messages)
    const size = fileSize(preview.files.bytes, language)
    return [fill(words[kind], { count: shown, messages, size, date: times.date(oldest) })]
  })
  if (lines.length === 0) return <p>{texts.nothing}</p>
  return (
    <ul className="num">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function erases(rules: RetentionRules): boolean {
  return retentionKinds.some(kind => rules[kind] !== null)
}
