import { useState } from 'react'
import { optOutIntentOf } from '#shared/rules/opt-out-words.ts'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'

export function OptOutTester() {
  const texts = useTexts(campaignRulesTexts)
  const [typed, setTyped] = useState('')
  const intent = optOutIntentOf(typed)
  const verdict = intent === 'likely_stop' ? 'maybe_stop' : intent
  return (
    <section className="panel panel-body stack gap-4" aria-label={texts.stopping}>
      <h2>{texts.stopping}</h2>
      <p className="soft">{texts.stoppingText}</p>
      <Field label={texts.trial} hint={texts.trialHint} value={typed} maxLength={400} onValue={setTyped} />
      <p aria-live="polite">
        {typed.trim() && (
          <>
            <span className="soft">{texts.heard}</span> <b>{texts[verdict]}</b>
          </>
        )}
      </p>
    </section>
  )
}
