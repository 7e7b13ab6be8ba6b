import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerRightsTexts } from '#shared/texts/customers/customer-rights-texts.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { download } from '#web/data/download.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import './rights.css'
import { useCardChanged } from '../card/read-card.ts'
import { LiftRestriction } from '../requests/lift-restriction.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'

const pollMs = 1000

type Props = { customerId: string; name: string; restrictedAt: string | null }

export function RightsPanel({ customerId, name, restrictedAt }: Props) {
  const texts = useTexts(customerRightsTexts)
  const { role } = useCurrentWorkspace()
  const requests = useTexts(dataRequestsTexts)
  const note = `${addresses.dataRequests}?${new URLSearchParams({ customer: customerId, name })}`
  return role === 'admin' ? (
    <section className="panel" aria-label={texts.title}>
      <header className="panel-head">
        <h2>{texts.title}</h2>
      </header>
      <div className="panel-body stack gap-4">
        <p className="soft">{texts.text}</p>
        {restrictedAt && <Restriction customerId={customerId} since={restrictedAt} />}
        <CopyOfData customerId={customerId} />
        <Erasing customerId={customerId} name={name} />
        <p>
          <Link className="link link-alone" to={note}>
            {requests.add}
          </Link>
        </p>
      </div>
    </section>
  ) : null
}

function Restriction({ customerId, since }: { customerId: string; since: string }) {
  const texts = useTexts(dataRequestsTexts)
  const times = useTimes()
  const changed = useCardChanged()
  const [lifting, setLifting] = useState(false)
  return (
    <div className="stack gap-3">
      <p>{fill(texts.restrictedSince, { date: times.date(since) })}</p>
      <p>
        <Button onClick={() => setLifting(true)}>{texts.lift}</Button>
      </p>
      {lifting && <LiftRestriction customerId={customerId} onClose={() => setLifting(false)} onLifted={changed} />}
    </div>
  )
}

function CopyOfData({ customerId }: { customerId: string }) {
  const texts = useTexts(customerRightsTexts)
  const times = useTimes()
  const queries = useQueryClient()
  const queryKey = ['customer-export', customerId]
  const { busy, problem, perform } = useAction()
  const { data: copy } = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/customers/:id/export', { params: { id: customerId } }),
    refetchInterval: query => (query.state.data?.status === 'preparing' ? pollMs : false),
  })

  const ask = async () =>
    queries.setQueryData(queryKey, await call('POST /api/v1/customers/:id/export', { params: { id: customerId } }))

  return (
    <div className="stack gap-3" aria-live="polite">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {copy?.status === 'ready' && (
        <p className="soft num">{fill(texts.ready, { date: copy.expires_at ? times.date(copy.expires_at) : '' })}</p>
      )}
      <p>
        {copy?.status === 'ready' ? (
          <Button
            icon="download"
            busy={busy}
            onClick={() =>
              void perform(() =>
                download('GET /api/v1/customers/:id/export/file', { params: { id: customerId } }, texts.file),
              )
            }
          >
            {texts.download}
          </Button>
        ) : (
          <Button
            icon="file-text"
            busy={busy || copy?.status === 'preparing'}
            busyText={texts.preparing}
            onClick={() => void perform(async () => void (await ask()))}
          >
            {texts.ask}
          </Button>
        )}
      </p>
    </div>
  )
}

function Erasing({ customerId, name }: { customerId: string; name: string }) {
  const texts = useTexts(customerRightsTexts)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)

  async function erase() {
    await call('DELETE /api/v1/customers/:id', { params: { id: customerId } })
    showToast(texts.erased)
    await queries.invalidateQueries({ queryKey: ['customers'] })
    await navigate(addresses.customers)
  }

  return (
    <>
      <p>
        <Button look="danger-quiet" icon="trash" onClick={() => setAsks(true)}>
          {texts.erase}
        </Button>
      </p>
      {asks && (
        <ConfirmDialog
          title={fill(texts.eraseTitle, { name })}
          className="soft"
          keep={texts.cancel}
          act={texts.eraseNow}
          run={erase}
          onClose={() => setAsks(false)}
        >
          <ul className="rights-consequences">
            <li>{texts.eraseGone}</li>
            <li>{texts.eraseStays}</li>
            <li>{texts.eraseForGood}</li>
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
