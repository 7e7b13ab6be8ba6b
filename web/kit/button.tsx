import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { PetalMeter } from './petal-meter.tsx'
import type { IconName } from './icons/icon-shapes.ts'
import { Icon } from './icons/icon.tsx'

export type ButtonLook = 'filled' | 'outline' | 'quiet' | 'person' | 'danger' | 'danger-quiet'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName | undefined
  /** Shows `busyText`, keeps its width and ignores presses, so a double click acts once. */
  busy?: boolean
  /** Without it only the flower moves, at the label's width. */
  busyText?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** At most one filled button per region; `person` (pink) only for what a human says to a customer. */
export function Button({
  look = 'outline',
  size = 'md',
  icon,
  busy = false,
  busyText,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const words = (
    <>
      {icon && <Icon name={icon} size={size === 'sm' ? 'sm' : 'md'} />}
      {children}
    </>
  )
  return (
    <button
      type="button"
      className={`${buttonClass(look, size)} ${className}`}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
      {...rest}
    >
      {busyText === undefined ? (
        <span className="btn-faces">
          <span className={busy ? 'btn-behind' : undefined}>{words}</span>
          {busy && <PetalMeter filled="waiting" width={26} tone="words" />}
        </span>
      ) : (
        <span className="btn-faces">
          <span data-off={busy || undefined}>{words}</span>
          <span data-off={!busy || undefined}>
            <PetalMeter filled="waiting" width={26} tone="words" />
            {busyText}
          </span>
        </span>
      )}
    </button>
  )
}

export function buttonClass(look: ButtonLook = 'outline', size: 'sm' | 'md' | 'lg' = 'md'): string {
  return `btn btn-${look}${size === 'md' ? '' : ` btn-${size}`}`
}

export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button type="button" className={`icon-btn ${className}`} aria-label={label} {...rest}>
      <Icon name={icon} />
      {/* On the button itself it would be read after its name, in the same words. */}
      <span className="icon-btn-tip" title={label} aria-hidden="true" />
    </button>
  )
}
