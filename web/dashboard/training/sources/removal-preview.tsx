import { useQuery } from '@tanstack/react-query'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { fill } from '#web/parts/language/texts.ts'

const maxNamed = 5

/** Empty without test questions. */
export function RemovalPreview({ sourceId }: { sourceId: string }) {
  const texts = useTexts(gateTexts)
  const { data, isPending } = useQuery({
    queryKey: ['without', sourceId],
    gcTime: 0,
    queryFn: () => call('POST /api/v1/sources/:id/try-removal', { params: { id: sourceId }, repeatable: true }),
  })
  if (isPending) return <p className="muted">{texts.removalChecking}</p>
  if (!data || data.total === 0) return null
  if (data.worse === 0) return <p className="soft">{texts.removalFine}</p>
  const worse = data.details.filter(detail => detail.verdict === 'worse').slice(0, maxNamed)
  return (
    <Notice>
      {fill(texts.removalWorse, { count: data.worse })}
      <ul className="removal-worse">
        {worse.map(detail => (
          <li key={detail.case_id}>{detail.question}</li>
        ))}
      </ul>
    </Notice>
  )
}
