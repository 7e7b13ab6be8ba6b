import type { ReactNode } from 'react'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { adminNames } from './bot-switch.ts'
import { fill } from '#web/parts/language/texts.ts'

/** Tells others who can help. The database enforces the rule itself. */
export function AdminsOnly({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const texts = useTexts(dashboardTexts)
  const { role, members } = useCurrentWorkspace()
  if (role === 'admin') return children
  return (
    <EmptyState title={texts.deniedTitle} text={fill(texts.askAdmin, { names: adminNames(members) })} action={action} />
  )
}
