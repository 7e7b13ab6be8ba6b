import { lazy, Suspense, useEffect, useState } from 'react'
import { askWorseWith, type WorseAsked } from '#web/parts/answers/worse-answers.ts'

const WorseAnswersDialog = lazy(async () => ({
  default: (await import('./worse-answers-dialog.tsx')).WorseAnswersDialog,
}))

/** Once per page; rarely needed, so loaded on demand. */
export function WorseAnswersPrompt() {
  const [asked, setAsked] = useState<WorseAsked>()
  useEffect(() => askWorseWith(worse => new Promise(decide => setAsked({ worse, decide }))), [])
  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <WorseAnswersDialog
        worse={asked.worse}
        onDecide={wanted => {
          asked.decide(wanted)
          setAsked(undefined)
        }}
      />
    </Suspense>
  )
}
