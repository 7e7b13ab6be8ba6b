import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { RetentionPanel } from '../retention/retention-panel.tsx'
import { RecordRequest } from './record-request.tsx'
import { type DataRequest, RequestRow } from './request-row.tsx'
import './requests.css'
import { SubPage } from '#web/parts/page/sub-page.tsx'

const askEveryMs = 2500
const writtenWithinMs = 600_000

/** Its document is on its way; those of long ago may have none. */
function isWritten({ done_at: doneAt, proof }: DataRequest): boolean {
  return doneAt !== null && !proof && Date.now() - Date.parse(doneAt) < writtenWithinMs
}

export function RequestsSection() {
  const texts = useTexts(dataRequestsTexts)
  return (
    <SubPage title={texts.title} back={{ to: addresses.customers, text: texts.back }}>
      <Requests />
    </SubPage>
  )
}

function Requests() {
  const texts = useTexts(dataRequestsTexts)
  const { workspace, role } = useCurrentWorkspace()
  const [address, setAddress] = useSearchParams()
  const queries = useQueryClient()
  const queryKey = ['data-requests', workspace.id]
  const query = useQuery({
    queryKey,
    queryFn: () =>
      readRows('data_requests', rows =>
        rows.eq('workspace_id', workspace.id).order('created_at', { ascending: false }).limit(200),
      ),
    refetchInterval: ({ state }) => role === 'admin' && state.data?.some(isWritten) && askEveryMs,
  })
  const [noting, setNoting] = useState(address.has('customer'))
  const reload = () => queries.invalidateQueries({ queryKey })
  const { data } = query
  if (!data) return <QueryState query={query} failed={texts.failed} loading={texts.loading} />
  const open = data.filter(one => !one.done_at).sort((a, b) => a.due_on.localeCompare(b.due_on))
  const requests = [...open, ...data.filter(one => one.done_at)]
  const seen = data.filter(({ kind }) => kind === 'restrict' || kind === 'object').map(({ id }) => id)
  const add = (
    <Button look="filled" icon="plus" onClick={() => setNoting(true)}>
      {texts.add}
    </Button>
  )
  return (
    <div className="page-column">
      <p className="soft">{texts.intro}</p>
      {role === 'admin' && (
        <p>
          <Link className="link" to={addresses.processingRegister}>
            {texts.register}
          </Link>
        </p>
      )}
      {requests.length > 0 && <p>{add}</p>}
      <section className="panel" aria-label={texts.title}>
        {requests.length === 0 ? (
          <EmptyState title={texts.empty} text={texts.emptyText} action={add} />
        ) : (
          <ul>
            {requests.map(request => (
              <RequestRow key={request.id} request={request} seen={seen} onChanged={reload} />
            ))}
          </ul>
        )}
      </section>
      {role === 'admin' && <RetentionPanel />}
      {noting && (
        <RecordRequest
          customerId={address.get('customer')}
          name={address.get('name') ?? ''}
          onClose={() => {
            setNoting(false)
            setAddress({}, { replace: true })
          }}
          onRecorded={reload}
        />
      )}
    </div>
  )
}
