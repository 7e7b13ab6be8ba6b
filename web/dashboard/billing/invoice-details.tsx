import { useState } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import { judgeTaxId } from '#shared/rules/money/tax.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row, Workspace } from '#web/data/wire-rows.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { isPaidFor, type OfferedMethod } from '#web/parts/workspace/plan-prices.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function InvoiceDetails({
  subscription,
  methods,
}: {
  subscription: Row<'subscriptions'>
  methods: OfferedMethod[]
}) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const [editing, setEditing] = useState(false)
  const itself = methods.find(({ kind }) => kind === subscription.method)?.renews === 'itself'
  const facts = [
    [texts.company, workspace.company || texts.notSet],
    [texts.taxId, workspace.tax_id || texts.notSet],
    [texts.address, workspace.address || texts.notSet],
    [texts.invoiceEmail, workspace.invoice_email || texts.toAdmins],
    ...(isPaidFor(subscription)
      ? [
          [texts.cycle, subscription.interval === 'year' ? texts.cycleYear : texts.cycleMonth],
          [
            texts.renewal,
            subscription.cancel_at_period_end ? texts.renewalOff : itself ? texts.renewalOn : texts.renewalOrder,
          ],
        ]
      : []),
  ]
  return (
    <section className="panel billing-details" aria-labelledby="billing-details">
      <div className="billing-head">
        <h2 id="billing-details">{texts.details}</h2>
        <button
          type="button"
          className="link link-alone"
          aria-label={texts.editDetails}
          onClick={() => setEditing(true)}
        >
          {texts.edit}
        </button>
      </div>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint billing-note">
        {texts.notEInvoice}{' '}
        <a className="link" href={addressIn(language, addresses.contact)} target="_blank" rel="noreferrer">
          {texts.askEInvoice}
        </a>
      </p>
      {editing && <DetailsDialog workspace={workspace} onClose={() => setEditing(false)} />}
    </section>
  )
}

function DetailsDialog({ workspace, onClose }: { workspace: Workspace; onClose(): void }) {
  const texts = useTexts(billingTexts)
  const form = useForm({
    start: {
      company: workspace.company ?? '',
      tax_id: workspace.tax_id ?? '',
      address: workspace.address ?? '',
      invoice_email: workspace.invoice_email ?? '',
    },
    check: ({ invoice_email: email }) => ({
      invoice_email: /^(?:\S+@\S+\.\S+)?$/.test(email.trim()) ? undefined : texts.emailWrong,
    }),
    async save(values) {
      await call('PUT /api/v1/billing-details', { body: { ...values, invoice_email: values.invoice_email.trim() } })
      showToast(texts.saved)
      onClose()
    },
    once: true,
  })

  const doubtful = judgeTaxId(form.values.tax_id) === 'doubtful'
  return (
    <FormDialog
      form={form}
      title={texts.details}
      className="stack billing-form"
      cancel={texts.later}
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <Field
        label={texts.company}
        name="company"
        autoComplete="organization"
        maxLength={200}
        autoFocus
        {...form.field('company')}
      />
      <Field
        label={texts.taxId}
        name="tax_id"
        autoComplete="off"
        inputMode="numeric"
        maxLength={40}
        hint={doubtful ? <span className="billing-doubt">{texts.taxDoubtful}</span> : texts.taxHint}
        {...form.field('tax_id')}
      />
      <Field
        label={texts.address}
        name="address"
        autoComplete="street-address"
        maxLength={300}
        {...form.field('address')}
      />
      <Field
        label={texts.invoiceEmail}
        name="invoice_email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={texts.emailHint}
        {...form.field('invoice_email')}
      />
    </FormDialog>
  )
}
