import { Link, useLocation, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { paymentTexts, type PaymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { isCustomPlan, type PaymentMethodKind } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState, together } from '#web/kit/feedback/query-state.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import {
  currencyFor,
  methodsFor,
  type OfferedMethod,
  priceOf,
  nearestSold,
  orderFromQuery,
} from '#web/parts/workspace/plan-prices.ts'
import { usePlans, useSubscription } from '#web/parts/workspace/plans.ts'
import { AlreadyPaid, useMayOrder } from './already-paid.tsx'
import { OrderView } from './order-view.tsx'
import { OrderDraftSum } from './order-sum.tsx'
import { PaymentLayout, PaymentSkeleton } from './payment-layout.tsx'
import { type OrderMade, useStartOrder } from './start-order.ts'

export function PaymentPage() {
  const texts = useTexts(paymentTexts)
  const [query] = useSearchParams()
  const { state } = useLocation()
  const order = query.get('order')
  return (
    <PaymentLayout title={order ? texts.transferTitle : texts.title}>
      {order ? (
        <OrderView key={order} id={order} going={(state as OrderMade)?.going ?? false} />
      ) : (
        <ChooseMethod only={undefined} />
      )}
    </PaymentLayout>
  )
}

/** @param only shows this one alone, on its own address */
export function ChooseMethod({ only }: { only: PaymentMethodKind | undefined }) {
  const texts = useTexts(paymentTexts)
  const [query] = useSearchParams()
  const both = together(usePlans(), useSubscription())
  if (!both.data) return <QueryState query={both} failed={texts.loadFailed} skeleton={<PaymentSkeleton />} />
  const [data] = both.data
  if (data.methods.length === 0) return <NotSetUp />
  const methods = data.methods.filter(({ kind }) => only === undefined || kind === only)
  if (methods.length === 0) return <MethodOff />
  const requested = orderFromQuery(query)
  if (isCustomPlan(requested.plan) && !data.own.some(({ code }) => code === requested.plan)) return <OfferGone />
  return <Methods methods={methods} plans={data.plans} own={data.own} />
}

function NotSetUp() {
  const texts = useTexts(paymentTexts)
  const { supportEmail } = pageConfig()
  return (
    <EmptyState
      title={texts.notSetUpTitle}
      text={texts.notSetUp}
      action={
        <a
          className={buttonClass('filled')}
          href={supportEmail ? `mailto:${supportEmail}` : addresses.contact}
          target={supportEmail ? undefined : '_blank'}
          rel="noreferrer"
        >
          {texts.writeSupport}
        </a>
      }
    />
  )
}

function MethodOff() {
  const texts = useTexts(paymentTexts)
  const { search } = useLocation()
  return (
    <EmptyState
      title={texts.methodOffTitle}
      text={texts.methodOff}
      action={
        <Link className={buttonClass('filled')} to={addresses.payment + search}>
          {texts.otherWays}
        </Link>
      }
    />
  )
}

function OfferGone() {
  const texts = useTexts(paymentTexts)
  return (
    <Notice>
      {texts.offerGone}{' '}
      <Link className="link" to={addresses.billing}>
        {texts.toBilling}
      </Link>
    </Notice>
  )
}

const looks: Record<
  PaymentMethodKind,
  { icon: IconName; text: keyof PaymentTexts; go: keyof PaymentTexts; goIcon: IconName }
> = {
  bank: { icon: 'qr-code', text: 'bankText', go: 'bankGo', goIcon: 'qr-code' },
  stripe: { icon: 'credit-card', text: 'stripeText', go: 'stripeGo', goIcon: 'arrow-right' },
  payoneer: { icon: 'wallet', text: 'payoneerText', go: 'payoneerGo', goIcon: 'arrow-right' },
}

type Plans = Pick<NonNullable<ReturnType<typeof usePlans>['data']>, 'plans' | 'own'>

function Methods({ methods: all, plans, own }: { methods: OfferedMethod[] } & Plans) {
  const texts = useTexts(paymentTexts)
  const [query, setQuery] = useSearchParams()
  const asked = nearestSold(plans, orderFromQuery(query))
  const methods = methodsFor(plans, all, asked)
  const startOrder = useStartOrder()
  const form = useForm<{ chosen: PaymentMethodKind | undefined }>({
    start: { chosen: undefined },
    async save() {
      if (method) await startOrder({ ...order, method: method.kind })
    },
  })
  const { chosen } = form.values
  const fitting = methods.find(({ currencies }) => currencies.includes(asked.currency))
  const method = methods.find(({ kind }) => kind === chosen) ?? fitting ?? methods[0]
  const taken = currencyFor(method, asked.currency)
  const paysIn = method?.currencies.find(currency => priceOf(plans, { ...asked, currency }) !== undefined) ?? taken
  const order = { ...asked, currency: priceOf(plans, { ...asked, currency: taken }) === undefined ? paysIn : taken }
  const may = useMayOrder(order)
  if (!method) return null
  const { go, goIcon } = looks[method.kind]
  return (
    <div className="pay-columns">
      {may === false ? (
        <AlreadyPaid />
      ) : (
        <form {...form.props}>
          <fieldset>
            <legend className="unseen">{texts.ways}</legend>
            {methods.map(({ kind }) => (
              <MethodChoice
                key={kind}
                kind={kind}
                on={kind === method.kind}
                onChoose={() => form.set({ chosen: kind })}
              />
            ))}
          </fieldset>
          {form.problem && <Notice tone="bad">{form.problem}</Notice>}
          <Button
            look="filled"
            size="lg"
            type="submit"
            className="pay-go"
            icon={goIcon}
            busy={form.busy}
            busyText={texts.working}
          >
            {texts[go]}
          </Button>
        </form>
      )}
      <OrderDraftSum
        plans={plans}
        own={own}
        order={order}
        byItself={method.renews === 'itself'}
        onOrder={change =>
          setQuery(
            given => {
              for (const [name, value] of Object.entries(change)) given.set(name, value)
              return given
            },
            { replace: true },
          )
        }
      />
    </div>
  )
}

function MethodChoice({ kind, on, onChoose }: { kind: PaymentMethodKind; on: boolean; onChoose(): void }) {
  const texts = useTexts(paymentTexts)
  const { icon, text } = looks[kind]
  return (
    <label className={on ? 'pay-way pay-way-on pay-way-head' : 'pay-way pay-way-head'}>
      <input type="radio" name="method" value={kind} checked={on} onChange={onChoose} />
      <span className="fill">
        <b>{texts[kind]}</b>
        <span className="soft">{texts[text]}</span>
      </span>
      {kind === 'bank' && (
        <span className="pay-free">
          <Chip tone="ok">{texts.bankFree}</Chip>
        </span>
      )}
      <Icon name={icon} />
    </label>
  )
}
