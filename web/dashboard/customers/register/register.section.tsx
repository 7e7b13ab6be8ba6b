import { useQuery } from '@tanstack/react-query'
import { addresses } from '#shared/addresses.ts'
import { registerTexts } from '#shared/texts/privacy/register-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { saveAsFile } from '#web/parts/page/save-as-file.ts'
import { SubPage } from '#web/parts/page/sub-page.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { Breaches } from '../breaches/breaches.tsx'
import { type Configuration, registerColumns, registerCsv, registerLines } from './register-lines.ts'
import '../requests/requests.css'

export function RegisterSection() {
  const texts = useTexts(registerTexts)
  const { role } = useCurrentWorkspace()
  return (
    <SubPage title={texts.title} back={{ to: addresses.dataRequests, text: texts.back }}>
      {role === 'admin' ? <Register /> : <p>{texts.adminsOnly}</p>}
    </SubPage>
  )
}

function Register() {
  const texts = useTexts(registerTexts)
  const { workspace } = useCurrentWorkspace()
  const query = useQuery({
    queryKey: ['processing-register', workspace.id],
    staleTime: 0,
    async queryFn(): Promise<Configuration> {
      const [channels, model, { rules }] = await Promise.all([
        readRows('channels', rows => rows.eq('workspace_id', workspace.id).neq('status', 'disconnected')),
        call('GET /api/v1/bot/model'),
        call('GET /api/v1/retention'),
      ])
      const provider = model.kind === 'embedded' ? null : [model.kind, model.model].filter(Boolean).join(', ')
      return { channels: channels.map(({ kind }) => kind), model: provider, rules }
    },
  })
  return (
    <QueryState query={query} failed={texts.failed} loading={texts.loading}>
      {configuration => <Lines configuration={configuration} />}
    </QueryState>
  )
}

function Lines({ configuration }: { configuration: Configuration }) {
  const texts = useTexts(registerTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useMoment()
  const lines = registerLines(configuration, texts)
  const download = () =>
    saveAsFile(registerCsv(lines, texts, language), `${texts.fileName}.csv`, 'text/csv;charset=utf-8')
  return (
    <div className="stack gap-4">
      <p className="soft">{texts.intro}</p>
      <p className="row gap-3 flex-wrap">
        <Button look="filled" onClick={download}>
          {texts.download}
        </Button>
        <span className="soft num">{fill(texts.asOf, { date: times.date(now) })}</span>
      </p>
      <section className="panel" aria-label={texts.title}>
        <ul>
          {lines.map(line => (
            <li key={line.activity} className="data-request">
              <h2>{line.activity}</h2>
              <dl className="stack gap-3">
                {registerColumns.slice(1).map(column => (
                  <div key={column}>
                    <dt className="soft">{texts[column]}</dt>
                    <dd>{line[column]}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </section>
      <Breaches />
    </div>
  )
}
