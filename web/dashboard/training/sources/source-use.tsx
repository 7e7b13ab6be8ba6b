import { useQuery } from '@tanstack/react-query'
import type { SourceUses } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { counted } from '#web/parts/language/texts.ts'
import { AnsweredQuestions } from './answered-questions.tsx'

/** Page count and recent quotes; undefined until known. */
export function useSourceUses(source: Source): SourceUses | undefined {
  const { data } = useQuery({
    queryKey: ['uses of', source.id, source.live_version],
    enabled: source.passages_count > 0,
    queryFn: () => call('GET /api/v1/sources/:id/uses', { params: { id: source.id } }),
  })
  return data
}

export function SourceUse({ source }: { source: Source }) {
  const texts = useTexts(gateTexts)
  const { language } = useLanguage()
  const uses = useSourceUses(source)
  if (!uses) return null
  return (
    <section className="panel source-versions" aria-labelledby="uses-title">
      <h2 id="uses-title">{texts.recentUses}</h2>
      <p className="muted">
        {uses.answers === 0 ? texts.usedNone : counted(language, uses.answers, texts.usedOne, texts.usedMany)}
      </p>
      {uses.recent.length > 0 && <AnsweredQuestions questions={uses.recent} />}
    </section>
  )
}
