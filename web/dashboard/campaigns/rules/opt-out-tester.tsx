import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'

export function OptOutTester() {
  const texts = useTexts(campaignRulesTexts)
  const [typed, setTyped] = useState('')
  // With their weights, which are heavy: only for whoever types.
  const { data: rules } = useQuery({
    queryKey: ['opt-out-rules'],
    queryFn: () => import('#shared/rules/opt-out-words.ts'),
    enabled: typed.trim() !== '',
    staleTime: Infinity,
  })
  const intent = rules?.optOutIntentOf(typed)
  return (
    <section className="panel panel-body stack gap-4" aria-label={texts.stopping}>
      <h2>{texts.stopping}</h2>
      <p className="soft">{texts.stoppingText}</p>
      <Field label={texts.trial} hint={texts.trialHint} value={typed} maxLength={400} onValue={setTyped} />
      <p aria-live="polite">
        {typed.trim() && intent && (
          <>
            <span className="soft">{texts.heard}</span> <b>{texts[intent === 'likely_stop' ? 'maybe_stop' : intent]}</b>
          </>
        )}
      </p>
    </section>
  )
}
