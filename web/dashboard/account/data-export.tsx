import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { download } from '#web/data/download.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

type Copy = Result<'GET /api/v1/account/export'>

const pollMs = 1500

/** Made by a job, kept for a week. */
export function DataExport() {
  const texts = useTexts(accountTexts)
  const { session } = useSession()
  const queries = useQueryClient()
  const queryKey = ['own-data', session?.user.id]
  const asking = useAction()
  const loading = useAction()
  const problem = asking.problem ?? loading.problem
  const { data: copy } = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/account/export'),
    refetchInterval: query => (query.state.data?.status === 'preparing' ? pollMs : false),
  })
  const ready = copy?.status === 'ready'

  return (
    <section className="panel panel-body" aria-labelledby="own-data">
      <h2 id="own-data">{texts.data}</h2>
      <p className="soft mt-1 mb-3">{texts.dataText}</p>
      <div className="stack" aria-live="polite">
        {problem && <Notice tone="bad">{problem}</Notice>}
        {copy?.status === 'failed' && <Notice tone="bad">{texts.dataFailed}</Notice>}
        {copy?.status === 'preparing' && (
          <p className="row gap-3">
            <PetalMeter filled={2} width={28} />
            <span className="soft">{texts.dataPreparing}</span>
          </p>
        )}
        {ready && <Ready copy={copy} />}
      </div>
      <div className="row mt-3 flex-wrap">
        {ready && (
          <Button
            look="filled"
            icon="download"
            busy={loading.busy}
            onClick={() => void loading.perform(() => download('GET /api/v1/account/export/file', {}, texts.dataFile))}
          >
            {texts.dataDownload}
          </Button>
        )}
        {copy?.status !== 'preparing' && (
          <Button
            icon={ready ? 'rotate-cw' : 'file-text'}
            busy={asking.busy}
            busyText={texts.dataAsking}
            onClick={() =>
              void asking.perform(async () => {
                queries.setQueryData(queryKey, await call('POST /api/v1/account/export'))
              })
            }
          >
            {ready ? texts.dataAskAgain : texts.dataAsk}
          </Button>
        )}
      </div>
    </section>
  )
}

function Ready({ copy }: { copy: Copy }) {
  const texts = useTexts(accountTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const kilobytes = Math.max(1, Math.ceil((copy.size ?? 0) / 1024))
  const size = numberFormat(language, {
    style: 'unit',
    unit: 'kilobyte',
  }).format(kilobytes)
  return (
    <p className="soft num">
      {fill(texts.dataReady, { size, date: copy.expires_at ? times.date(copy.expires_at) : '' })}
    </p>
  )
}
