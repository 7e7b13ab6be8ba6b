import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { download } from '#web/data/download.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import type { Language } from '#shared/words.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { LiftRestriction } from './lift-restriction.tsx'
import { RefuseRequest } from './refuse-request.tsx'

export type DataRequest = Row<'data_requests'>

type Props = { request: DataRequest; seen: string[]; onChanged(): Promise<void> }

export function RequestRow({ request, seen, onChanged }: Props) {
  const texts = useTexts(dataRequestsTexts)
  const { role } = useCurrentWorkspace()
  const { busy, perform } = useAction({ onProblem: showToast })
  const [refusing, setRefusing] = useState(false)
  const [lifting, setLifting] = useState(false)
  const customerId = role === 'admin' && holds(request) ? request.customer_id : null

  async function settle(act: 'answered' | 'done') {
    await perform(async () => {
      await call('PATCH /api/v1/data-requests/:id', { params: { id: request.id }, body: { act } })
      await onChanged()
    })
  }

  return (
    <li className="data-request">
      <p className="row gap-3 flex-wrap">
        <b>{texts[request.kind]}</b>
        <span className="fill">{request.who || texts.erasedWho}</span>
        {request.customer_id && request.who && (
          <Link className="link" to={addresses.customer.replace(':customerId', request.customer_id)}>
            {texts.card}
          </Link>
        )}
      </p>
      {request.note && <p className="soft">{request.note}</p>}
      {request.source !== 'member' && (!request.done_at || request.conversation_id) && (
        <p className="row gap-3 flex-wrap soft">
          {!request.done_at && <span>{texts.fromMessage}</span>}
          {request.conversation_id && (
            <Link className="link" to={`${addresses.inbox}/${request.conversation_id}`}>
              {texts.conversation}
            </Link>
          )}
        </p>
      )}
      <Times request={request} />
      <Lifted request={request} />
      {role === 'admin' && request.proof && <Proof id={request.id} hashes={request.proof} />}
      {role === 'admin' && !request.done_at && (
        <p className="row gap-3 flex-wrap">
          {!request.answered_at && (
            <Button size="sm" busy={busy} onClick={() => void settle('answered')}>
              {texts.markAnswered}
            </Button>
          )}
          <Button size="sm" busy={busy} onClick={() => void settle('done')}>
            {texts.markDone}
          </Button>
          <Button size="sm" look="danger-quiet" onClick={() => setRefusing(true)}>
            {texts.refuse}
          </Button>
        </p>
      )}
      {customerId && (
        <p>
          <Button size="sm" onClick={() => setLifting(true)}>
            {texts.lift}
          </Button>
        </p>
      )}
      {lifting && customerId && (
        <LiftRestriction customerId={customerId} seen={seen} onClose={() => setLifting(false)} onLifted={onChanged} />
      )}
      {refusing && <RefuseRequest id={request.id} onClose={() => setRefusing(false)} onRefused={onChanged} />}
    </li>
  )
}

/** Done, and still holding messages back. Of somebody erased nothing is lifted. */
function holds({ kind, outcome, who, lifted_at: liftedAt }: DataRequest): boolean {
  return (kind === 'restrict' || kind === 'object') && outcome === 'done' && who !== '' && !liftedAt
}

function Proof({ id, hashes }: { id: string; hashes: NonNullable<DataRequest['proof']> }) {
  const texts = useTexts(dataRequestsTexts)
  const { language } = useLanguage()
  const { busy, perform } = useAction({ onProblem: showToast })
  const other = language === 'vi' ? 'en' : 'vi'
  const take = (wanted: Language) =>
    void perform(() =>
      download('GET /api/v1/data-requests/:id/proof', { params: { id }, query: { language: wanted } }, texts.proofFile),
    )
  return (
    <>
      <p className="row gap-3 flex-wrap">
        <Button size="sm" icon="download" busy={busy} onClick={() => take(language)}>
          {texts.proof}
        </Button>
        <Button size="sm" busy={busy} onClick={() => take(other)}>
          {texts.proofOther}
        </Button>
      </p>
      <details className="soft">
        <summary>{texts.proofHash}</summary>
        <p className="num">{hashes[language]}</p>
      </details>
    </>
  )
}

function Lifted({ request: { lifted_at: at, lifted_by: by, lifted_why: why } }: { request: DataRequest }) {
  const texts = useTexts(dataRequestsTexts)
  const times = useTimes()
  if (!at) return null
  const date = times.date(at)
  return (
    <p className="soft num">{by ? fill(texts.lifted, { date, why: why ?? '' }) : fill(texts.liftedByThem, { date })}</p>
  )
}

function Times({ request }: { request: DataRequest }) {
  const texts = useTexts(dataRequestsTexts)
  const times = useTimes()
  const now = useMoment()
  const until = (day: string, words: string) => {
    // Due until the end of the day by the shop's clock; late from the next day on.
    const noon = `${day}T05:00:00Z`
    const isLate = times.daysAgo(noon, now) > 0
    return (
      <span className="row gap-2">
        {fill(words, { date: times.date(noon) })}
        {isLate && <Chip tone="bad">{texts.late}</Chip>}
      </span>
    )
  }
  if (request.done_at) {
    const date = times.date(request.done_at)
    return (
      <p className="soft num">
        {request.outcome === 'refused'
          ? fill(texts.refused, { date, why: request.why ?? '' })
          : fill(texts.done, { date })}
      </p>
    )
  }
  return (
    <p className="row gap-4 flex-wrap soft num">
      {request.answered_at ? <Chip tone="ok">{texts.answered}</Chip> : until(request.answer_by, texts.answerBy)}
      {until(request.due_on, texts.dueOn)}
    </p>
  )
}
