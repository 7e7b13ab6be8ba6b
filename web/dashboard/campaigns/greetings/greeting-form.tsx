import {
  greetingAudiences,
  type GreetingRule,
  greetingTurns,
  maxGreetingLength,
} from '#shared/contracts/channels/greetings.contract.ts'
import { greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import type { Greeting } from './greeting-row.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const fresh: GreetingRule = {
  ...{ name: '', enabled: true, path: '', after: { seconds: 15 }, who: 'all', hours: null, once: 'day' },
  ...{ vi: '', en: '' },
}

export function GreetingForm({
  greeting,
  onClose,
  onSaved,
}: {
  greeting: Greeting | undefined
  onClose(): void
  onSaved(): Promise<void>
}) {
  const texts = useTexts(greetingsTexts)
  const form = useForm<GreetingRule>({
    start: () => (greeting ? ruleIn(greeting) : fresh),
    check: ({ name, path }) => ({
      name: name.trim() ? undefined : texts.nameFirst,
      path: /^(?:\/[^\s?#]*)?$/.test(path) ? undefined : texts.pathWrong,
    }),
    async save(rule) {
      if (greeting) await call('PUT /api/v1/greetings/:id', { params: { id: greeting.id }, body: rule })
      else await call('POST /api/v1/greetings', { body: rule })
      await onSaved()
      onClose()
    },
    once: true,
  })
  const { values: rule, set: change } = form
  const bySeconds = 'seconds' in rule.after
  const count = 'seconds' in rule.after ? rule.after.seconds : rule.after.scroll

  return (
    <FormDialog
      form={form}
      title={greeting ? texts.changeTitle : texts.newTitle}
      cancel={texts.cancel}
      save={texts.save}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} maxLength={60} {...form.field('name')} />
      <Field
        label={texts.path}
        hint={texts.pathHint}
        maxLength={200}
        {...form.field('path')}
        onValue={path => change({ path: path.trim() })}
      />
      <div className="greeting-pair">
        <SelectField
          label={texts.when}
          value={bySeconds ? 'seconds' : 'scroll'}
          options={(['seconds', 'scroll'] as const).map(value => ({ value, text: texts[value] }))}
          onChoose={value => change({ after: value === 'seconds' ? { seconds: 15 } : { scroll: 50 } })}
        />
        <Field
          label={bySeconds ? texts.howLong : texts.howFar}
          type="number"
          inputMode="numeric"
          min={bySeconds ? 0 : 1}
          max={bySeconds ? 600 : 100}
          value={String(count)}
          onValue={typed => change({ after: momentOf(bySeconds, typed) })}
        />
      </div>
      <SelectField
        label={texts.who}
        options={greetingAudiences.map(value => ({ value, text: texts[value] }))}
        {...form.choice('who')}
      />
      <SelectField
        label={texts.once}
        options={greetingTurns.map(value => ({ value, text: texts[value] }))}
        {...form.choice('once')}
      />
      <SelectField
        label={texts.hours}
        value={rule.hours ? 'some' : 'any'}
        options={[
          { value: 'any' as const, text: texts.anyHour },
          { value: 'some' as const, text: texts.someHours },
        ]}
        onChoose={value => change({ hours: value === 'some' ? { from: '08:00', until: '21:00' } : null })}
      />
      {rule.hours && <Hours hours={rule.hours} onChange={hours => change({ hours })} />}
      <TextareaField
        label={texts.vi}
        hint={texts.textHint}
        maxLength={maxGreetingLength}
        rows={2}
        {...form.field('vi')}
      />
      <TextareaField label={texts.en} maxLength={maxGreetingLength} rows={2} {...form.field('en')} />
    </FormDialog>
  )
}

type HoursOf = NonNullable<GreetingRule['hours']>

function Hours({ hours, onChange }: { hours: HoursOf; onChange(next: HoursOf): void }) {
  const texts = useTexts(greetingsTexts)
  return (
    <div className="greeting-pair">
      <Field
        label={texts.from}
        type="time"
        value={hours.from}
        onValue={from => onChange({ ...hours, from: from || hours.from })}
      />
      <Field
        label={texts.until}
        type="time"
        value={hours.until}
        onValue={until => onChange({ ...hours, until: until || hours.until })}
      />
    </div>
  )
}

function ruleIn({ name, enabled, path, after, who, hours, once, vi, en }: Greeting): GreetingRule {
  return { name, enabled, path, after, who, hours, once, vi, en }
}

function momentOf(bySeconds: boolean, typed: string): GreetingRule['after'] {
  const count = Math.round(Number(typed) || 0)
  return bySeconds ? { seconds: Math.min(600, Math.max(0, count)) } : { scroll: Math.min(100, Math.max(1, count)) }
}
