import { Outlet } from 'react-router'
import { CurrentWorkspaceProvider } from '#web/data/current-workspace.tsx'

/** Not around the whole program: forms on other screens would lose what was typed before the workspace is known. */
export function WorkspaceLayout() {
  return (
    <CurrentWorkspaceProvider>
      <Outlet />
    </CurrentWorkspaceProvider>
  )
}
