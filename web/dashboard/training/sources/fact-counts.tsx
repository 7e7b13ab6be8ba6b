import { useQuery } from '@tanstack/react-query'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { counted } from '#web/parts/language/texts.ts'
import { priceNames } from '#web/dashboard/training/facts/price-names.ts'

/** "19 services, 6 rules": what the bot uses of a document. */
export function Understood({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['facts', workspace.id, 'counts', workspace.knowledge_version],
    queryFn: () => call('GET /api/v1/facts/counts'),
  })
  const counts = data?.find(({ source_id }) => source_id === source.id)
  if (!counts || source.status !== 'processed' || source.lines_open > 0) return null
  const { prices, rules } = counts
  const [one, many] = priceNames(workspace.trade ?? null, texts)
  const parts = [
    prices > 0 && counted(language, prices, one, many),
    rules > 0 && counted(language, rules, texts.rulesOne, texts.rulesMany),
  ].filter(part => part !== false)
  return <span className="training-understood num muted">{parts.join(', ')}</span>
}
