import type { ReactNode } from 'react'
import type { IconName } from './icons/icon-shapes.ts'
import { Icon } from './icons/icon.tsx'

/** `colour` is any CSS colour; the word carries the meaning. */
export function Tag({ children, colour }: { children: ReactNode; colour?: string | undefined }) {
  return (
    <span className="tag">
      <span className="bud" style={{ '--bud': colour }} />
      <span className="ell">{children}</span>
    </span>
  )
}

export type ChipTone = 'plain' | 'ok' | 'warning' | 'bad' | 'person' | 'info'

export function Chip({ tone = 'plain', icon, children }: { tone?: ChipTone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={tone === 'plain' ? 'chip' : `chip chip-${tone}`}>
      {icon && <Icon name={icon} size="sm" />}
      {children}
    </span>
  )
}
