import { intentMessage } from '#shared/rules/bot/intent-messages.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import type { IntentAct, IntentPart, IntentFields } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import type { Intent } from './intent-rows.ts'

export type Decision = IntentFields & { act: IntentAct; text: string }

const changeable: Record<Intent['kind'], readonly IntentPart[]> = {
  booking: ['said_when', 'what', 'how_many', 'customer_name', 'phone'],
  order: ['what', 'said_when', 'customer_name', 'phone', 'address'],
  callback: ['said_when', 'phone'],
}

type FormProps = {
  act: 'change' | 'decline'
  intent: Intent
  language: 'vi' | 'en'
  busy: boolean
  /** Who has settled it meanwhile, in words. */
  overtaken: string | undefined
  maySend: boolean
  onSettle(decision: Decision): void
  onBack(): void
}

export function IntentForm({ act, intent, language, busy, overtaken, maySend, onSettle, onBack }: FormProps) {
  const texts = useTexts(intentsTexts)
  const { workspace } = useCurrentWorkspace()
  const form = useForm<{ fields: IntentFields; written: string | undefined }>({
    start: { fields: {}, written: undefined },
    async save({ fields: changed }) {
      if (busy || !maySend || !text.trim()) return false
      onSettle({ act, text: text.trim(), ...(act === 'change' ? changed : {}) })
      return true
    },
  })
  const { fields, written } = form.values
  const now = { ...intent, ...fields }
  const text = written ?? intentMessage(act, now, workspace.name, language)
  const title = act === 'change' ? texts.changeTitle : texts.declineTitle

  return (
    <form
      {...form.props}
      className="intent-form"
      aria-label={title}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onBack()
      }}
    >
      {act === 'change' &&
        changeable[intent.kind].map((part, at) => (
          <Field
            key={part}
            small
            label={part === 'what' ? texts[`what_${intent.kind}`] : texts[part]}
            value={now[part] ?? ''}
            maxLength={200}
            autoComplete="off"
            autoFocus={at === 0}
            onValue={value => form.set({ fields: { ...fields, [part]: value } })}
          />
        ))}
      <TextareaField
        label={texts.message}
        value={text}
        maxLength={2000}
        rows={3}
        lang={language}
        onValue={value => form.set({ written: value })}
      />
      {overtaken && <Notice>{overtaken}</Notice>}
      <div className="intent-acts">
        {maySend && (
          <Button look="person" type="submit" autoFocus={act === 'decline'} busy={busy} disabled={!text.trim()}>
            {act === 'change' ? texts.sendChange : texts.sendDecline}
          </Button>
        )}
        {maySend && act === 'decline' && (
          <Button disabled={busy} onClick={() => onSettle({ act, text: '' })}>
            {texts.noRequest}
          </Button>
        )}
        <Button look="quiet" onClick={onBack}>
          {maySend ? texts.back : texts.close}
        </Button>
      </div>
    </form>
  )
}
