import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import { useSession } from '#web/data/session/session.tsx'
import type { Member, Workspace } from '#web/data/wire-rows.ts'

export type MyShop = {
  shop: Workspace
  me: Member
  onlyAdmin: boolean
  /** Active members only. */
  others: Member[]
}

const queryKey = ['my-shops']

/** Without the installation's own workspace. */
export function useMyShops() {
  const { workspaces } = useCurrentWorkspace()
  const { session } = useSession()
  const personId = session?.user.id ?? ''
  const ids = workspaces.filter(workspace => workspace.kind === 'shop').map(workspace => workspace.id)
  return useQuery({
    queryKey: [...queryKey, personId, ids.join()],
    async queryFn(): Promise<MyShop[]> {
      const members = await readRows('members', query =>
        query.in('workspace_id', ids).eq('status', 'active').order('joined_at').order('id'),
      )
      return workspaces.flatMap(shop => {
        const team = members.filter(member => member.workspace_id === shop.id)
        const me = team.find(member => member.person_id === personId)
        if (!me || shop.kind !== 'shop') return []
        const others = team.filter(member => member.id !== me.id)
        const onlyAdmin = me.role === 'admin' && others.every(member => member.role !== 'admin')
        return [{ shop, me, onlyAdmin, others }]
      })
    },
  })
}

export function useShopsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['workspaces'] })
    await queries.invalidateQueries({ queryKey })
  }
}
