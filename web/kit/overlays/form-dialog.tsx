import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import { Notice } from '../feedback/notice.tsx'
import type { Form } from '../forms/use-form.ts'
import type { IconName } from '../icons/icon-shapes.ts'
import { Dialog } from './dialog.tsx'

type DialogFormProps = {
  form: Pick<Form<object>, 'props' | 'busy' | 'problem'>
  className?: string
  /** The children show the error themselves. */
  ownProblem?: boolean
  /** Uses the browser's validation of required fields. */
  browserChecks?: boolean
  children: ReactNode
  other?: ReactNode
  /** Between Cancel and Save. */
  beside?: ReactNode
  cancel: string
  /** Focuses Cancel, when the action cannot be undone. */
  cancelFirst?: boolean
  onCancel: () => void
  save: string
  busyText?: string | undefined
  look?: ButtonLook
  icon?: IconName
  disabled?: boolean
}

type FormDialogProps = Omit<DialogFormProps, 'onCancel'> & {
  title: string
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  /** Runs instead of closing. */
  onCancel?: (() => void) | undefined
  onClose: () => void
}

/** Saving closes it. */
export function FormDialog(props: FormDialogProps) {
  return (
    <Dialog open {...props}>
      <DialogForm {...props} onCancel={props.onCancel ?? props.onClose} />
    </Dialog>
  )
}

export function DialogForm(props: DialogFormProps) {
  const { form, className = 'stack gap-4', browserChecks = false, children, other, beside, cancel, cancelFirst } = props
  const { ownProblem = false, onCancel, save, busyText, look = 'filled', icon, disabled } = props
  return (
    <form {...form.props} noValidate={!browserChecks} className={className}>
      {children}
      {form.problem && !ownProblem && <Notice tone="bad">{form.problem}</Notice>}
      <div className="dialog-foot">
        {other}
        <Button autoFocus={cancelFirst} onClick={onCancel}>
          {cancel}
        </Button>
        {beside}
        <Button
          type="submit"
          {...{ look, icon, disabled, busy: form.busy }}
          {...(busyText === undefined ? {} : { busyText })}
        >
          {save}
        </Button>
      </div>
    </form>
  )
}
