import type { ReactNode } from 'react'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'

const icons: Record<'warning' | 'bad' | 'info' | 'ok', IconName> = {
  warning: 'triangle-alert',
  bad: 'circle-alert',
  info: 'info',
  ok: 'circle-check',
}

/** Errors (`bad`) are announced at once. */
export function Notice({
  tone = 'warning',
  icon,
  children,
}: {
  tone?: keyof typeof icons
  icon?: IconName
  children: ReactNode
}) {
  return (
    <div className={tone === 'warning' ? 'notice' : `notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon ?? icons[tone]} />
      <div className="fill">{children}</div>
    </div>
  )
}
