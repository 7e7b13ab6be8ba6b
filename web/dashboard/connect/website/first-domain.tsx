import { type FormEvent, useRef, useState } from 'react'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useWebsiteActions } from './website-actions.ts'

/** Asks for a domain and makes a website channel that may appear there. */
export function FirstDomain({ onDone, onCancel }: { onDone?: () => void; onCancel?: () => void }) {
  const texts = useTexts(dashboardTexts)
  const form = useRef<HTMLFormElement>(null)
  const { connect } = useWebsiteActions()
  const [domain, setDomain] = useState('')
  const { busy, problem, setProblem, perform } = useAction({ onProblem: () => focusFirstError(form.current) })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (readDomain(domain) === null) {
      setProblem(texts.domainWrong)
      return focusFirstError(form.current)
    }
    await perform(async () => {
      await connect(domain.trim())
      onDone?.()
    })
  }

  return (
    <form ref={form} className="first-domain" onSubmit={event => void submit(event)} noValidate>
      <Field
        label={texts.firstDomain}
        name="domain"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={texts.domainExample}
        value={domain}
        onValue={value => {
          setDomain(value)
          if (problem) setProblem(undefined)
        }}
        hint={texts.firstDomainHint}
        error={problem}
      />
      <div className="row">
        {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
        <Button type="submit" look="filled" busy={busy} busyText={texts.connecting}>
          {texts.connectWebsite}
        </Button>
      </div>
    </form>
  )
}
