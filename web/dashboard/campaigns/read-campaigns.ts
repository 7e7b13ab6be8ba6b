import { useQuery } from '@tanstack/react-query'
import type { Audience } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { Language } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { beforeThisMonth } from './this-month.ts'

export type Campaign = Row<'broadcasts'>
export type ListedCampaign = NonNullable<ReturnType<typeof useCampaigns>['data']>[number]

const listed =
  'id,workspace_id,name,audience,purpose,status,reason,start_at,counters,spent,max_cost,started_at,done_at,changed_at,created_at'

/** The latest hundred, newest first. */
export function useCampaigns() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaigns', workspace.id],
    queryFn: () =>
      readRows(
        'broadcasts',
        query => query.eq('workspace_id', workspace.id).order('created_at', { ascending: false }).limit(100),
        listed,
      ),
    refetchInterval: 5000,
  })
}

const inOneGo = 1000

type StartedCampaign = Pick<Campaign, 'id' | 'spent' | 'counters' | 'started_at'>

/** All that may have started this month. */
export function useLatelyStarted() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaigns', workspace.id, 'lately'],
    async queryFn() {
      const since = beforeThisMonth(new Date())
      const found: StartedCampaign[] = []
      for (let before: string | null = null; ;) {
        const until: string | null = before
        const rows: StartedCampaign[] = await readRows(
          'broadcasts',
          query => {
            const some = query.eq('workspace_id', workspace.id).gt('started_at', since)
            return (until ? some.lt('started_at', until) : some)
              .order('started_at', { ascending: false })
              .limit(inOneGo)
          },
          'id,spent,counters,started_at',
        )
        found.push(...rows)
        before = rows.at(-1)?.started_at ?? null
        if (rows.length < inOneGo || !before) return found
      }
    },
    refetchInterval: 10_000,
  })
}

export function campaignKey(workspaceId: string, id: string) {
  return ['campaign', workspaceId, id]
}

/** null: not found. Polled while it is active. */
export function useCampaign(id: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: campaignKey(workspace.id, id),
    queryFn: async () => {
      const rows = await readRows('broadcasts', query => query.eq('workspace_id', workspace.id).eq('id', id))
      return rows[0] ?? null
    },
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'running' || data?.status === 'planning' || data?.preview?.state === 'counting' ? 1000 : 10_000,
  })
}

export type Group = { audience: Audience; key: string; kind: 'tagged' | 'group'; name: string }

export function useGroups() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaign groups', workspace.id],
    queryFn: async (): Promise<Group[]> => {
      const [segments, tags] = await Promise.all([
        readRows('segments', query => query.eq('workspace_id', workspace.id).order('name').limit(100)),
        readRows('tags', query => query.eq('workspace_id', workspace.id).order('name').limit(200)),
      ])
      return [
        ...segments.map(({ id, name }): Group => {
          return { audience: { is: 'segment', segment_id: id }, key: id, kind: 'group', name }
        }),
        ...tags.map(({ id, name }): Group => {
          return { audience: { is: 'tag', tag_id: id }, key: id, kind: 'tagged', name }
        }),
      ]
    },
  })
}

export function keyOf(audience: Audience): string {
  if (audience.is === 'everyone') return ''
  if (audience.is === 'rest') return audience.broadcast_id
  return audience.is === 'tag' ? audience.tag_id : audience.segment_id
}

export function useFieldPlaces() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaign places', workspace.id],
    queryFn: async () =>
      (await readRows('customer_fields', query => query.eq('workspace_id', workspace.id).order('name'))).map(
        ({ name, name_folded: folded }) => ({ name, place: folded.replaceAll(' ', '_') }),
      ),
  })
}

export function useAnswers(id: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaign answers', workspace.id, id],
    queryFn: () =>
      call('GET /api/v1/broadcasts/:id/recipients', { params: { id }, query: { answered: 'true', limit: '50' } }),
    refetchInterval: 10_000,
  })
}

export function countsOf({ counters }: Pick<Campaign, 'counters'>) {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counters.states?.[name] ?? 0), 0)
  const sent = of('sent', 'delivered', 'read')
  const waiting = of('planned', 'waiting', 'queued')
  const [failed, unsure, skipped] = [of('failed'), of('unsure'), of('skipped')]
  const meant = sent + waiting + failed + unsure
  const { answered = 0, refused = 0, clicked = 0, links = [] } = counters
  const outcome = { answered, refused, clicked, hasLinks: links.length > 0 }
  return { sent, read: of('read'), waiting, failed, unsure, skipped, meant, ...outcome }
}

export function money(amount: number, language: Language): string {
  return formatMoney(amount, 'VND', language)
}
