import { Navigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

/** `/dashboard`: unfinished first steps for those who may take them, else today's overview. */
export function HomeRedirect() {
  const { workspace, role } = useCurrentWorkspace()
  const steps = role === 'admin' && workspace.first_step !== null && workspace.first_later_at === null
  return <Navigate to={steps ? addresses.start : addresses.operations} replace />
}
