import type { workspacesVi } from './workspaces.vi.ts'

export const workspacesEn: Record<keyof typeof workspacesVi, string> = {
  'workspace.first_name': '{name}’s shop',
}
