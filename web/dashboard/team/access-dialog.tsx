import { accessTexts } from '#shared/texts/team/access-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { RuleBox } from './rule-box.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Access, limitInWords } from './access-rules.ts'

const ages = [8, 12, 24, 168, 720]
const idles = [2, 4, 8, 24, 168]

export function AccessDialog({
  access,
  onSaved,
  onClose,
}: {
  access: Access
  onSaved: () => void
  onClose: () => void
}) {
  const texts = useTexts(accessTexts)
  const { rules, client_address: own } = access
  const proof = useReauthentication()
  const form = useForm({
    start: { ...rules, addresses: rules.addresses.join('\n') },
    async save({ addresses, ...values }) {
      if (!(await proof.prove())) return false
      const body = { ...values, addresses: linesOf(addresses) }
      await call('PUT /api/v1/access-rules', { body })
      showToast(texts.saved)
      onSaved()
      onClose()
      return true
    },
    fieldOf: error =>
      error instanceof ApiError && ['access.network_wrong', 'access.own_address'].includes(error.code)
        ? 'addresses'
        : undefined,
  })
  const { second_step: secondStep, addresses } = form.values
  const addOwn = () => form.set({ addresses: [...linesOf(addresses), own].join('\n') })

  return (
    <FormDialog
      form={form}
      title={texts.formTitle}
      className="stack team-form"
      cancel={texts.later}
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <div className="team-roles">
        <RuleBox
          label={texts.secondStepLabel}
          hint={texts.secondStepHint}
          checked={secondStep}
          onCheck={checked => form.set({ second_step: checked })}
        />
      </div>
      <HoursField label={texts.maxAge} offered={ages} {...form.choice('max_session_hours')} />
      <HoursField label={texts.maxIdle} offered={idles} {...form.choice('max_idle_hours')} />
      <p className="hint">{texts.idleHint}</p>
      <TextareaField
        label={texts.networksLabel}
        hint={texts.networksHint}
        rows={3}
        maxLength={2500}
        spellCheck={false}
        autoCapitalize="none"
        {...form.field('addresses')}
      />
      {own && (
        <div className="row flex-wrap justify-between">
          <span className="soft num">{fill(texts.yours, { address: own })}</span>
          {!linesOf(addresses).includes(own) && (
            <Button size="sm" look="quiet" icon="plus" onClick={addOwn}>
              {texts.addYours}
            </Button>
          )}
        </div>
      )}
      {linesOf(addresses).length > 0 && <Notice tone="warning">{texts.networksWarning}</Notice>}
      {proof.field}
    </FormDialog>
  )
}

type HoursProps = {
  label: string
  offered: number[]
  value: number | null
  onChoose: (hours: number | null) => void
}

function HoursField({ label, offered, value, onChoose }: HoursProps) {
  const texts = useTexts(accessTexts)
  const all = value === null || offered.includes(value) ? offered : [...offered, value].toSorted((a, b) => a - b)
  return (
    <SelectField
      label={label}
      value={String(value ?? '')}
      options={[null, ...all].map(hours => ({ value: String(hours ?? ''), text: limitInWords(hours, texts) }))}
      onChoose={hours => onChoose(hours === '' ? null : Number(hours))}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
