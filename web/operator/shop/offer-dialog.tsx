import { type FormEvent, useRef, useState } from 'react'
import { limitNames, type OfferPrice, type PlanLimits } from '#shared/contracts/offers.contract.ts'
import type { DeskOffers } from '#shared/contracts/billing/offers.results.ts'
import { type Currency, currencies } from '#shared/rules/money/money.ts'
import { amountForField, readAmount } from '#shared/rules/money/read-amount.ts'
import { type OffersTexts, offersTexts } from '#shared/texts/billing/offers-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { intervals } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { useDeskAct } from '#web/operator/desk-lists.ts'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'

const sold = [...intervals, 'once'] as const
const ways = sold.flatMap(interval => currencies.map(currency => ({ interval, currency })))
const wayOf = ({ interval, currency }: Pick<OfferPrice, 'interval' | 'currency'>) => `${interval} ${currency}`

type Props = {
  /** offer: to be accepted; terms: of a later period of the plan that runs. */
  kind: 'offer' | 'terms'
  data: DeskOffers
  onClose(): void
}

/** A plan for one shop: its name, prices and limits. Stays open while it is refused. */
export function OfferDialog({ kind, data, onClose }: Props) {
  const texts = useTexts(offersTexts)
  const common = useTexts(operatorTexts)
  const { language } = useLanguage()
  const run = useDeskAct()
  const form = useRef<HTMLFormElement>(null)
  const { workspace, subscription, offers, usual } = data
  const before = kind === 'terms' ? offers.find(({ plan }) => plan === subscription.plan) : undefined
  const [name, setName] = useState(before?.name ?? '')
  const [note, setNote] = useState('')
  const [lastDay, setLastDay] = useState('')
  const [prices, setPrices] = useState(() => pricesAsTyped(before?.prices ?? [], language))
  const [limits, setLimits] = useState(() => limitsAsTyped(before?.limits ?? usual))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const { busy, problem, perform } = useAction({ once: true })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const read = readTerms({ prices, limits }, texts)
    const found = {
      ...(name.trim() ? {} : { name: texts.required }),
      ...read.wrong,
      ...(kind === 'terms' || lastDay ? {} : { lastDay: texts.required }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return focusFirstError(form.current)
    const terms = { name, note, prices: read.prices, limits: read.limits }
    await perform(async () => {
      if (kind === 'terms')
        await run('POST /api/v1/operator/workspaces/:id/terms', { params: { id: workspace.id }, body: terms })
      else
        await run('POST /api/v1/operator/workspaces/:id/offers', {
          params: { id: workspace.id },
          body: { ...terms, valid_until: lastDay },
        })
      showToast(kind === 'terms' ? texts.announced : texts.sent)
      onClose()
    })
  }

  return (
    <Dialog
      open
      title={fill(kind === 'terms' ? texts.termsTitle : texts.offerTitle, { name: workspace.name })}
      onClose={onClose}
    >
      <form ref={form} className="stack op-form" onSubmit={event => void submit(event)} noValidate>
        <p className="soft">{kind === 'terms' ? texts.termsText : texts.offerText}</p>
        <Field
          label={texts.name}
          hint={texts.nameHint}
          maxLength={60}
          autoComplete="off"
          autoFocus
          error={wrong['name']}
          value={name}
          onValue={setName}
        />
        <Prices values={prices} wrong={wrong} onChange={change => setPrices({ ...prices, ...change })} />
        <Limits values={limits} wrong={wrong} onChange={change => setLimits({ ...limits, ...change })} />
        {kind === 'offer' && (
          <Field label={texts.lastDay} type="date" error={wrong['lastDay']} value={lastDay} onValue={setLastDay} />
        )}
        <TextareaField
          label={texts.note}
          hint={texts.noteHint}
          rows={3}
          maxLength={500}
          value={note}
          onValue={setNote}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={common.working}>
            {kind === 'terms' ? texts.announce : texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Typed = Record<string, string>
type PartProps = { values: Typed; wrong: Typed; onChange(change: Typed): void }

function Prices({ values, wrong, onChange }: PartProps) {
  const texts = useTexts(offersTexts)
  const names = { month: texts.perMonth, year: texts.perYear, once: texts.once }
  return (
    <fieldset className="op-set">
      <legend>{texts.prices}</legend>
      <p className="muted op-hint">{texts.pricesHint}</p>
      <div className="op-two">
        {ways.map(way => (
          <Field
            key={wayOf(way)}
            label={fill(way.currency === 'VND' ? texts.vnd : texts.usd, { what: names[way.interval] })}
            inputMode={way.currency === 'VND' ? 'numeric' : 'decimal'}
            autoComplete="off"
            error={wrong[wayOf(way)]}
            value={values[wayOf(way)] ?? ''}
            onValue={value => onChange({ [wayOf(way)]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Limits({ values, wrong, onChange }: PartProps) {
  const texts = useTexts(offersTexts)
  return (
    <fieldset className="op-set">
      <legend>{texts.limits}</legend>
      <p className="muted op-hint">{texts.limitsHint}</p>
      <div className="op-two">
        {limitNames.map(name => (
          <Field
            key={name}
            label={texts[name]}
            inputMode="numeric"
            autoComplete="off"
            error={wrong[name]}
            value={values[name] ?? ''}
            onValue={value => onChange({ [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function pricesAsTyped(prices: OfferPrice[], language: 'vi' | 'en'): Typed {
  return Object.fromEntries(prices.map(price => [wayOf(price), amountForField(price.amount, price.currency, language)]))
}

function limitsAsTyped(limits: PlanLimits): Typed {
  return Object.fromEntries(limitNames.map(name => [name, limits[name] === null ? '' : String(limits[name])]))
}

/** What was typed, as the server takes it; or what is wrong with it, by field. */
function readTerms(
  typed: { prices: Typed; limits: Typed },
  texts: OffersTexts,
): { prices: OfferPrice[]; limits: PlanLimits; wrong: Typed } {
  const wrong: Typed = {}
  const prices = ways.flatMap((way): OfferPrice[] => {
    const text = (typed.prices[wayOf(way)] ?? '').trim()
    if (text === '') return []
    const amount = readAmount(text, way.currency satisfies Currency)
    if (amount === undefined) wrong[wayOf(way)] = texts.amountWrong
    return amount === undefined ? [] : [{ ...way, amount }]
  })
  if (!ways.some(way => wrong[wayOf(way)]) && prices.every(({ interval }) => interval === 'once'))
    wrong['month VND'] = texts.priceMissing
  const limits = Object.fromEntries(
    limitNames.map(name => {
      const text = (typed.limits[name] ?? '').replaceAll(/[.,\s]/g, '')
      const count = text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined
      if (count === undefined) wrong[name] = texts.countWrong
      if (name === 'crawl_pages' && (count === null || (count !== undefined && (count < 1 || count > 10_000))))
        wrong[name] = texts.countNeeded
      return [name, count ?? null]
    }),
  ) as PlanLimits
  return { prices, limits, wrong }
}
