import { type FormEvent, useRef, useState } from 'react'
import {
  greetingAudiences,
  type GreetingRule,
  greetingTurns,
  longestGreeting,
} from '#shared/contracts/channels/greetings.contract.ts'
import { greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import type { Greeting } from './greeting-row.ts'

const fresh: GreetingRule = {
  ...{ name: '', enabled: true, path: '', after: { seconds: 15 }, who: 'all', hours: null, once: 'day' },
  ...{ vi: '', en: '' },
}

/** One greeting: where, when, to whom, how often, and what it says. */
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
  const form = useRef<HTMLFormElement>(null)
  const [rule, setRule] = useState<GreetingRule>(() => (greeting ? ruleIn(greeting) : fresh))
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, perform } = useAction({ once: true })
  const change = (part: Partial<GreetingRule>) => setRule({ ...rule, ...part })
  const bySeconds = 'seconds' in rule.after
  const count = 'seconds' in rule.after ? rule.after.seconds : rule.after.scroll
  const wrong = {
    name: rule.name.trim() ? undefined : texts.nameFirst,
    path: /^(?:\/[^\s?#]*)?$/.test(rule.path) ? undefined : texts.pathWrong,
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setProblem(undefined)
    if (wrong.name || wrong.path) return focusFirstError(form.current)
    await perform(async () => {
      if (greeting) await call('PUT /api/v1/greetings/:id', { params: { id: greeting.id }, body: rule })
      else await call('POST /api/v1/greetings', { body: rule })
      await onSaved()
      onClose()
    })
  }

  return (
    <Dialog open title={greeting ? texts.changeTitle : texts.newTitle} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void save(event)} noValidate>
        <Field
          label={texts.name}
          hint={texts.nameHint}
          value={rule.name}
          maxLength={60}
          error={tried ? wrong.name : undefined}
          onValue={name => change({ name })}
        />
        <Field
          label={texts.path}
          hint={texts.pathHint}
          value={rule.path}
          maxLength={200}
          error={tried ? wrong.path : undefined}
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
          value={rule.who}
          options={greetingAudiences.map(value => ({ value, text: texts[value] }))}
          onChoose={who => change({ who })}
        />
        <SelectField
          label={texts.once}
          value={rule.once}
          options={greetingTurns.map(value => ({ value, text: texts[value] }))}
          onChoose={once => change({ once })}
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
          value={rule.vi}
          maxLength={longestGreeting}
          rows={2}
          onValue={vi => change({ vi })}
        />
        <TextareaField
          label={texts.en}
          value={rule.en}
          maxLength={longestGreeting}
          rows={2}
          onValue={en => change({ en })}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" type="submit" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
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
