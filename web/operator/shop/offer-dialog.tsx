import { limitNames, type OfferPrice, type PlanLimits } from '#shared/contracts/offers.contract.ts'
import type { DeskOffers } from '#shared/contracts/billing/offers.results.ts'
import { type Currency, currencies } from '#shared/rules/money/money.ts'
import { amountForField, readAmount } from '#shared/rules/money/read-amount.ts'
import { type OffersTexts, offersTexts } from '#shared/texts/billing/offers-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { intervals } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { useDeskAct } from '#web/operator/desk-lists.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type Form, useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const sold = [...intervals, 'once'] as const
const ways = sold.flatMap(interval => currencies.map(currency => ({ interval, currency })))
const wayOf = ({ interval, currency }: Pick<OfferPrice, 'interval' | 'currency'>) => `${interval} ${currency}`

type Props = {
  /** offer: to be accepted; terms: for a later period of the current plan. */
  kind: 'offer' | 'terms'
  data: DeskOffers
  onClose(): void
}

export function OfferDialog({ kind, data, onClose }: Props) {
  const texts = useTexts(offersTexts)
  const common = useTexts(operatorTexts)
  const { language } = useLanguage()
  const run = useDeskAct()
  const { workspace, subscription, offers, default_limits: defaults } = data
  const before = kind === 'terms' ? offers.find(({ plan }) => plan === subscription.plan) : undefined
  const form = useForm<Typed>({
    start: () => ({
      ...{ name: before?.name ?? '', note: '', lastDay: '' },
      ...pricesAsTyped(before?.prices ?? [], language),
      ...limitsAsTyped(before?.limits ?? defaults),
    }),
    check: ({ name = '', lastDay, ...typed }) => ({
      ...(name.trim() ? {} : { name: texts.required }),
      ...readTerms(typed, texts).wrong,
      ...(kind === 'terms' || lastDay ? {} : { lastDay: texts.required }),
    }),
    async save({ name = '', note = '', lastDay = '', ...typed }) {
      const { prices, limits } = readTerms(typed, texts)
      const asked = { params: { id: workspace.id }, body: { name, note, prices, limits } }
      if (kind === 'terms') await run('POST /api/v1/operator/workspaces/:id/terms', asked)
      else
        await run('POST /api/v1/operator/workspaces/:id/offers', {
          ...asked,
          body: { ...asked.body, valid_until: lastDay },
        })
      showToast(kind === 'terms' ? texts.announced : texts.sent)
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={fill(kind === 'terms' ? texts.termsTitle : texts.offerTitle, { name: workspace.name })}
      className="stack op-form"
      cancel={common.cancel}
      save={kind === 'terms' ? texts.announce : texts.send}
      busyText={common.working}
      onClose={onClose}
    >
      <p className="soft">{kind === 'terms' ? texts.termsText : texts.offerText}</p>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        maxLength={60}
        autoComplete="off"
        autoFocus
        {...form.field('name')}
      />
      <Prices form={form} />
      <Limits form={form} />
      {kind === 'offer' && <Field label={texts.lastDay} type="date" {...form.field('lastDay')} />}
      <TextareaField label={texts.note} hint={texts.noteHint} rows={3} maxLength={500} {...form.field('note')} />
    </FormDialog>
  )
}

type Typed = Record<string, string>
type PartProps = { form: Form<Typed> }

function Prices({ form }: PartProps) {
  const texts = useTexts(offersTexts)
  const names = { month: texts.perMonth, year: texts.perYear, once: texts.once }
  return (
    <fieldset className="choices op-set">
      <legend>{texts.prices}</legend>
      <p className="muted op-hint">{texts.pricesHint}</p>
      <div className="op-two">
        {ways.map(way => (
          <Field
            key={wayOf(way)}
            label={fill(way.currency === 'VND' ? texts.vnd : texts.usd, { what: names[way.interval] })}
            inputMode={way.currency === 'VND' ? 'numeric' : 'decimal'}
            autoComplete="off"
            {...form.field(wayOf(way))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Limits({ form }: PartProps) {
  const texts = useTexts(offersTexts)
  return (
    <fieldset className="choices op-set">
      <legend>{texts.limits}</legend>
      <p className="muted op-hint">{texts.limitsHint}</p>
      <div className="op-two">
        {limitNames.map(name => (
          <Field key={name} label={texts[name]} inputMode="numeric" autoComplete="off" {...form.field(name)} />
        ))}
      </div>
    </fieldset>
  )
}

function pricesAsTyped(prices: OfferPrice[], language: 'vi' | 'en'): Typed {
  const typed = prices.map(price => [wayOf(price), amountForField(price.amount, price.currency, language)])
  return { ...Object.fromEntries(ways.map(way => [wayOf(way), ''])), ...Object.fromEntries(typed) }
}

function limitsAsTyped(limits: PlanLimits): Typed {
  return Object.fromEntries(limitNames.map(name => [name, limits[name] === null ? '' : String(limits[name])]))
}

function readTerms(typed: Typed, texts: OffersTexts): { prices: OfferPrice[]; limits: PlanLimits; wrong: Typed } {
  const wrong: Typed = {}
  const prices = ways.flatMap((way): OfferPrice[] => {
    const text = (typed[wayOf(way)] ?? '').trim()
    if (text === '') return []
    const amount = readAmount(text, way.currency satisfies Currency)
    if (amount === undefined) wrong[wayOf(way)] = texts.amountWrong
    return amount === undefined ? [] : [{ ...way, amount }]
  })
  if (!ways.some(way => wrong[wayOf(way)]) && prices.every(({ interval }) => interval === 'once'))
    wrong['month VND'] = texts.priceMissing
  const limits = Object.fromEntries(
    limitNames.map(name => {
      const text = (typed[name] ?? '').replaceAll(/[.,\s]/g, '')
      const count = text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined
      if (count === undefined) wrong[name] = texts.countWrong
      if (name === 'crawl_pages' && (count === null || (count !== undefined && (count < 1 || count > 10_000))))
        wrong[name] = texts.countNeeded
      return [name, count ?? null]
    }),
  ) as PlanLimits
  return { prices, limits, wrong }
}
