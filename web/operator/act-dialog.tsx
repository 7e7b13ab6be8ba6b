import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Currency } from '#shared/rules/money/money.ts'
import { readAmount } from '#shared/rules/money/read-amount.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { ApiError, type CallArguments, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { type DeskAddress, useDeskAct } from './desk-lists.ts'

type DeskField = {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'date'
  /** An amount of this currency; grouped digits are fine. True: whole đồng. */
  amount?: true | Currency
}

type Props = {
  title: string
  text: string
  /** What it does, as words of its button. */
  act: string
  danger?: boolean
  fields?: readonly DeskField[]
  address: DeskAddress
  /** of what it is done with */
  id?: string
  done: string
  /** Above the fields. */
  children?: ReactNode
  /** Beside the buttons, another way out. */
  other?: ReactNode
  onClose(): void
}

const noFields: readonly DeskField[] = []

/** Asks before an act of the desk: what follows from it, what has to be known for it. Stays open while it fails. */
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
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The server asks for fresh digits where money leaves; the dialog stays, with what was typed.
  const [proving, setProving] = useState(false)
  const proof = useReauthentication()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const read = readFields(fields, values, texts)
    setWrong(read.wrong)
    if (Object.keys(read.wrong).length > 0) return focusFirstError(form.current)
    setBusy(true)
    setProblem(undefined)
    try {
      if (proving && !(await proof.prove())) {
        setBusy(false)
        return focusFirstError(form.current)
      }
      // The fields are named by what the address takes.
      await run(address, ...([{ params: { id }, body: read.body }] as unknown as CallArguments<DeskAddress>))
      showToast(done)
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account.prove_again') setProving(true)
      else setProblem(messageOf(error))
      setBusy(false)
    }
  }

  useEffect(() => {
    if (proving) form.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
  }, [proving])

  return (
    <Dialog open role={fields.length === 0 ? 'alertdialog' : 'dialog'} title={title} onClose={onClose}>
      <form ref={form} className="stack op-form" onSubmit={event => void submit(event)} noValidate>
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
            error={wrong[field.name]}
            value={values[field.name] ?? ''}
            onValue={value => setValues(before => ({ ...before, [field.name]: value }))}
          />
        ))}
        {proving && (
          <>
            <Notice>{texts.proveAgain}</Notice>
            {proof.field}
          </>
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          {other}
          <Button autoFocus={fields.length === 0} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button look={danger ? 'danger' : 'filled'} type="submit" busy={busy} busyText={texts.working}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
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
