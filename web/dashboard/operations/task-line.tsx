import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { Task } from './tasks.ts'

export function TaskLine({
  tone,
  icon,
  title,
  children,
  to,
  action,
  look,
  first,
}: {
  tone: 'person' | Task['tone']
  icon: IconName
  title: string
  children: ReactNode
  to: string
  action: string
  look: 'filled' | 'person' | 'outline'
  first: boolean
}) {
  return (
    <li className={first ? 'first-task first-task-now' : 'first-task'}>
      <span className="first-sign" data-tone={tone}>
        <Icon name={icon} />
      </span>
      <span className="first-words">
        <b>{title}</b>
        <span className="soft block">{children}</span>
      </span>
      <Link className={`${buttonClass(look, 'sm')} first-act`} to={to} aria-label={`${action}: ${title}`}>
        <span className={first ? undefined : 'unseen-narrow'}>{action}</span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  )
}
