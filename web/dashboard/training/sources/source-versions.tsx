import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SourceVersion } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { counted, fill } from '#web/parts/language/texts.ts'
import { RestoreDialog } from '#web/dashboard/training/history/restore-dialog.tsx'

export function SourceVersions({ source }: { source: Source }) {
  const texts = useTexts(gateTexts)
  const training = useTexts(trainingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const queries = useQueryClient()
  const [restoring, setRestoring] = useState<SourceVersion>()
  const queryKey = ['versions of', source.id]
  const { data = [] } = useQuery({
    queryKey: [...queryKey, source.version, source.live_version, source.status, source.processed_at],
    queryFn: () => call('GET /api/v1/sources/:id/versions', { params: { id: source.id } }),
  })
  const waits = source.status === 'waiting' && !data.some(one => one.version === source.version)
  if (data.length + Number(waits) < 2) return null
  return (
    <section className="panel source-versions" aria-labelledby="versions-title">
      <h2 id="versions-title">{source.kind === 'file' ? texts.versions : texts.pageVersions}</h2>
      <ul>
        {waits && (
          <li>
            <span className="num muted">v{source.version}</span>
            <b className="fill">{texts.waitingHere}</b>
            <Chip tone="warning" icon="clock">
              {texts.stateWaiting}
            </Chip>
          </li>
        )}
        {data.map(one => (
          <li key={`${one.version} ${one.title}`}>
            <span className="num muted">v{one.version}</span>
            <span className="fill">
              <b>{one.live ? texts.liveHere : one.title}</b>
              <span className="muted num">
                {[
                  one.made_at && times.dateAndClock(String(one.made_at)),
                  counted(language, one.passages_count, training.passagesOne, training.passagesMany),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {one.live ? (
              <Chip tone="ok" icon="circle-check">
                {texts.stateLive}
              </Chip>
            ) : (
              <Button
                size="sm"
                look="quiet"
                aria-label={fill(texts.goBackTo, { version: one.version })}
                onClick={() => setRestoring(one)}
              >
                {texts.goBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="muted">{texts.retained}</p>
      {restoring && (
        <RestoreDialog
          title={fill(texts.restoreTitle, { version: `v${restoring.version}` })}
          text={fill(texts.restoreOneText, { version: restoring.version })}
          restore={confirm =>
            call('POST /api/v1/sources/:id/restore', {
              params: { id: source.id },
              body: { version: restoring.version, confirm },
              repeatable: true,
            })
          }
          onClose={() => setRestoring(undefined)}
          onRestored={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </section>
  )
}
