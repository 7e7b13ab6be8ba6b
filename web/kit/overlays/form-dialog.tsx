import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import { Notice } from '../feedback/notice.tsx'
import type { Form } from '../forms/use-form.ts'
import type { IconName } from '../icons/icon-shapes.ts'
import { Dialog } from './dialog.tsx'

type DialogFormProps = {
  form: Pick<Form<object>, 'props' | 'busy' | 'problem'>
  className?: string
  /** The children say themselves why it failed. */
  ownProblem?: boolean
  /** The browser itself looks at what is required. */
  browserChecks?: boolean
  children: ReactNode
  /** Beside the buttons: another way out. */
  other?: ReactNode
  /** The words of the button that keeps everything as it is. */
  cancel: string
  /** It has the focus: what is asked for cannot be undone. */
  cancelFirst?: boolean
  onCancel: () => void
  /** The words of the button that sends the form. */
  save: string
  /** What that button says meanwhile. */
  busyText?: string | undefined
  look?: ButtonLook
  icon?: IconName
  disabled?: boolean
}

type FormDialogProps = Omit<DialogFormProps, 'onCancel'> & {
  title: string
  role?: 'dialog' | 'alertdialog'
  /** What the first button does instead of closing. */
  onCancel?: (() => void) | undefined
  onClose: () => void
}

/** A form in a dialog of its own. It closes unasked; what it sends closes it when it is done. */
export function FormDialog({ title, role = 'dialog', onClose, onCancel = onClose, ...rest }: FormDialogProps) {
  return (
    <Dialog open role={role} title={title} onClose={onClose}>
      <DialogForm {...rest} onCancel={onCancel} />
    </Dialog>
  )
}

/** A form that fills a dialog, with why it failed and its two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { form, className = 'stack gap-4', browserChecks = false, children, other, cancel, cancelFirst } = props
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
