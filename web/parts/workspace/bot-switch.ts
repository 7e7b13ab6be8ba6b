import { useQueryClient } from '@tanstack/react-query'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'

export type BotSwitch = {
  on: boolean
  mayChange: boolean
  admins: string
  busy: boolean
  change(on: boolean): void
}

export function useBotSwitch(): BotSwitch {
  const texts = useTexts(dashboardTexts)
  const { workspace, members, role } = useCurrentWorkspace()
  const queries = useQueryClient()
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function turn(on: boolean, mayUndo: boolean) {
    await perform(async () => {
      await call(on ? 'POST /api/v1/bot/resume' : 'POST /api/v1/bot/pause')
      await queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'workspaces'] })
      const undo = { text: texts.undo, run: () => void turn(!on, false) }
      showToast(on ? texts.resumed : texts.paused, mayUndo ? undo : undefined)
    })
  }

  return {
    on: workspace.bot_status === 'on',
    mayChange: role === 'admin',
    admins: adminNames(members),
    busy,
    change: on => void turn(on, true),
  }
}

export function adminNames(members: readonly { role: string; status: string; name: string; email: string }[]): string {
  return members
    .filter(member => member.role === 'admin' && member.status === 'active')
    .map(member => member.name || member.email)
    .join(', ')
}
