import { type ReactNode, useEffect, useState } from 'react'
import type { Currency } from '#shared/rules/money/money.ts'
import { readAmount } from '#shared/rules/money/read-amount.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { ApiError, type CallArguments } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { type DeskAddress, useDeskAct } from './desk-lists.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type DeskField = {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'date'
  /** Amounts may contain grouped digits. True: whole đồng. */
  amount?: true | Currency
}

type Props = {
  title: string
  text: string
  act: string
  danger?: boolean
  fields?: readonly DeskField[]
  address: DeskAddress
  id?: string
  done: string
  children?: ReactNode
  other?: ReactNode
  onClose(): void
}

const noFields: readonly DeskField[] = []

/** Stays open if the act fails. */
export function ActDialog({
  title,
  text,
  act,
  danger,
  fields = noFields,
  address,
  id,
  done,
  children,
  other,
  onClose,
}: Props) {
  const texts = useTexts(operatorTexts)
  const run = useDeskAct()
  // Payouts need a fresh authenticator code; the dialog stays, with its input.
  const [proving, setProving] = useState(false)
  const proof = useReauthentication()
  const form = useForm<Record<string, string>>({
    start: () => Object.fromEntries(fields.map(({ name }) => [name, ''])),
    check: values => readFields(fields, values, texts).wrong,
    async save(values) {
      if (proving && !(await proof.prove())) return false
      const { body } = readFields(fields, values, texts)
      try {
        // The fields have the names of the endpoint's parameters.
        await run(address, ...([{ params: { id }, body }] as unknown as CallArguments<DeskAddress>))
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'account.prove_again')) throw error
        setProving(true)
        return false
      }
      showToast(done)
      onClose()
    },
    once: true,
  })
  const { ref } = form.props

  useEffect(() => {
    if (proving) ref.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
  }, [proving, ref])

  return (
    <FormDialog
      form={form}
      role={fields.length === 0 ? 'alertdialog' : 'dialog'}
      title={title}
      className="stack op-form"
      other={other}
      cancel={texts.cancel}
      cancelFirst={fields.length === 0}
      save={act}
      busyText={texts.working}
      look={danger ? 'danger' : 'filled'}
      onClose={onClose}
    >
      <p className="soft">{text}</p>
      {children}
      {fields.map((field, index) => (
        <Field
          key={field.name}
          label={field.label}
          hint={field.hint}
          type={field.type ?? 'text'}
          inputMode={field.amount === 'USD' ? 'decimal' : field.amount ? 'numeric' : undefined}
          autoComplete="off"
          autoFocus={index === 0}
          {...form.field(field.name)}
        />
      ))}
      {proving && (
        <>
          <Notice>{texts.proveAgain}</Notice>
          {proof.field}
        </>
      )}
    </FormDialog>
  )
}

function readFields(
  fields: readonly DeskField[],
  values: Record<string, string>,
  texts: { required: string; amountWrong: string },
): { body: Record<string, string | number>; wrong: Record<string, string> } {
  const body: Record<string, string | number> = {}
  const wrong: Record<string, string> = {}
  for (const { name, amount } of fields) {
    const value = (values[name] ?? '').trim()
    const number = amount && readAmount(value, amount === true ? 'VND' : amount)
    if (value === '') wrong[name] = texts.required
    else if (amount && number === undefined) wrong[name] = texts.amountWrong
    else body[name] = number ?? value
  }
  return { body, wrong }
}
