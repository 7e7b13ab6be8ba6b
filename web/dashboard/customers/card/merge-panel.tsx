import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { fill } from '#web/parts/language/texts.ts'
import { customerName } from '../read-customers.ts'
import { MergeDialog, type Other } from './merge-dialog.tsx'
import { type Alike, type Card, type Merge, useAlike, useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'

const undoDays = 30

export function MergePanel({ card, name }: { card: Card; name: string }) {
  const texts = useTexts(customerCardTexts)
  const screens = useTexts(customerScreensTexts)
  const alike = useAlike(card.customer.id)
  const [merging, setMerging] = useState<Other | 'anybody'>()
  const [splitting, setSplitting] = useState<Merge>()
  const nameOf = (one: { name: string }, id: string) => customerName(one.name, id, screens)
  const [latest] = card.merges
  return (
    <section className="panel" aria-label={texts.same}>
      <header className="panel-head">
        <h2>{texts.same}</h2>
      </header>
      <div className="panel-body">
        <ul className="card-same">
          {alike.map(one => (
            <li key={one.id}>
              <span className="fill">
                <Link to={addresses.customer.replace(':customerId', one.id)}>{nameOf(one, one.id)}</Link>
                <small className="soft num">{why(one, texts)}</small>
              </span>
              <Button
                size="sm"
                aria-label={fill(texts.mergeWith, { name: nameOf(one, one.id) })}
                onClick={() => setMerging({ id: one.id, name: nameOf(one, one.id) })}
              >
                {texts.merge}
              </Button>
            </li>
          ))}
          {card.merges.map(merge => (
            <MergeLine
              key={merge.id}
              merge={merge}
              name={nameOf(merge, merge.contactId)}
              onSplit={merge.id === latest?.id ? () => setSplitting(merge) : undefined}
            />
          ))}
        </ul>
        <Button size="sm" onClick={() => setMerging('anybody')}>
          {texts.mergeOther}
        </Button>
      </div>
      {merging && (
        <MergeDialog
          customerId={card.customer.id}
          name={name}
          start={merging === 'anybody' ? undefined : merging}
          onClose={() => setMerging(undefined)}
        />
      )}
      {splitting && (
        <SplitDialog
          merge={splitting}
          name={nameOf(splitting, splitting.contactId)}
          onClose={() => setSplitting(undefined)}
        />
      )}
    </section>
  )
}

function why({ kind, value }: Alike, texts: { samePhone: string; sameEmail: string }): string {
  return kind === 'phone' ? fill(texts.samePhone, { value: formatPhone(value) }) : fill(texts.sameEmail, { value })
}

function MergeLine({ merge, name, onSplit }: { merge: Merge; name: string; onSplit: (() => void) | undefined }) {
  const texts = useTexts(customerCardTexts)
  const times = useTimes()
  const until = new Date(Date.parse(merge.merged_at) + undoDays * 86_400_000)
  return (
    <li>
      <span className="fill">
        {fill(texts.mergedFrom, { name })}
        <small className="soft num">
          {fill(texts.mergedUntil, { date: times.date(merge.merged_at), until: times.date(until) })}
        </small>
      </span>
      {onSplit && (
        <Button size="sm" onClick={onSplit}>
          {texts.split}
        </Button>
      )}
    </li>
  )
}

function SplitDialog({ merge, name, onClose }: { merge: Merge; name: string; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const changed = useCardChanged()
  const form = useForm({
    start: {},
    async save() {
      await call('POST /api/v1/customers/:id/split', {
        params: { id: merge.customer_id },
        body: { merge_id: merge.id },
      })
      showToast(texts.splitDone)
      onClose()
      await changed()
    },
  })
  return (
    <FormDialog
      form={form}
      role="alertdialog"
      title={fill(texts.splitTitle, { name })}
      describedBy="split-customer"
      className=""
      ownProblem
      cancel={texts.keep}
      save={texts.splitYes}
      onClose={onClose}
    >
      <p id="split-customer">{texts.splitText}</p>
      <Refusal error={form.problem} />
    </FormDialog>
  )
}
