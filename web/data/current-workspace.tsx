import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Role } from '#shared/words.ts'
import { nameWorkspace } from './api.ts'
import { type LiveList, useLiveRows } from './live/live-rows.tsx'
import { readRows } from './read.ts'
import { useSession } from './session/session.tsx'
import type { Member, Workspace } from './wire-rows.ts'

export type CurrentWorkspace = {
  workspace: Workspace
  workspaces: readonly Workspace[]
  /** Active and pending ones. */
  members: readonly Member[]
  me: Member | undefined
  role: Role
  choose(id: string): void
}

/** `opening`: a new person's workspace is being created. `none`: none exists, and none was created in time. */
export type WorkspaceStatus = 'loading' | 'opening' | 'none' | 'failed' | 'ready'

type WorkspaceState = {
  status: WorkspaceStatus
  error: unknown
  retry(): void
  current: CurrentWorkspace | undefined
  /** The workspace open here until the person left it, was removed from it, or it was deleted. */
  lost: Workspace | undefined
}

const WorkspaceContext = createContext<WorkspaceState | undefined>(undefined)

const storageKey = 'sen-workspace'
const openingAsksEveryMs = 800
const openingAsks = 25
/** Milliseconds after confirmation in which a workspace may still be in creation. */
const newForMs = 300_000
/** How late an ended membership is noticed without the live connection. */
const pollMs = 45_000

/**
 * Must be inside SessionProvider and LiveRowsProvider; a session is not needed.
 * Children remount when the workspace becomes known or changes.
 */
export function CurrentWorkspaceProvider({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const personId = session?.user.id
  const [chosen, setChosen] = useState(readStoredId)
  const [asked, setAsked] = useState(0)

  const confirmedAt = Date.parse(session?.user.email_confirmed_at ?? '') || 0
  const maxAsks = useMemo(() => (Date.now() - confirmedAt < newForMs ? openingAsks : 2), [confirmedAt])

  const list = useQuery({
    queryKey: ['workspaces', personId],
    enabled: personId !== undefined,
    async queryFn() {
      const rows = await readRows('workspaces', query => query.is('deleted_at', null).order('created_at'))
      if (rows.length === 0) setAsked(count => count + 1)
      return rows
    },
    refetchInterval: query => {
      if (query.state.data?.length !== 0) return pollMs
      return asked < maxAsks ? openingAsksEveryMs : pollMs
    },
  })
  const workspaces = list.data ?? noWorkspaces
  const id =
    workspaces.find(workspace => workspace.id === chosen)?.id ??
    workspaces.find(workspace => workspace.kind === 'shop')?.id ??
    workspaces[0]?.id

  const open = workspaces.find(workspace => workspace.id === id)
  const [before, setBefore] = useState(open)
  const [lost, setLost] = useState<Workspace>()
  // During render: never shows a workspace that the person is no longer in.
  if (open !== before && list.data && personId) {
    if (before && !workspaces.some(workspace => workspace.id === before.id)) setLost(before)
    setBefore(open)
  }

  const choose = useCallback((next: string) => {
    saveWorkspaceChoice(next)
    setChosen(next)
  }, [])

  const named = personId === undefined ? undefined : id
  // A layout effect: before the children's effects, whose requests must already name this workspace.
  useLayoutEffect(() => {
    nameWorkspace(named)
    return () => nameWorkspace(undefined)
  }, [named])

  const plain = useMemo<WorkspaceState>(() => {
    const status = list.isError ? 'failed' : !list.data ? 'loading' : asked < maxAsks && !lost ? 'opening' : 'none'
    return { status, error: list.error, retry: () => void list.refetch(), current: undefined, lost }
  }, [list, asked, maxAsks, lost])

  if (!personId || !id) return <WorkspaceContext value={plain}>{children}</WorkspaceContext>
  return (
    <LiveWorkspace key={id} id={id} personId={personId} workspaces={workspaces} lost={lost} choose={choose}>
      {children}
    </LiveWorkspace>
  )
}

const noWorkspaces: Workspace[] = []

type LiveWorkspaceProps = {
  id: string
  personId: string
  workspaces: Workspace[]
  lost: Workspace | undefined
  choose(id: string): void
  children: ReactNode
}

function LiveWorkspace({ id, personId, workspaces, lost, choose, children }: LiveWorkspaceProps) {
  const queries = useQueryClient()
  const own = useMemo<LiveList<Workspace>>(
    () => ({
      topic: `workspace:${id}`,
      table: 'workspaces',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.id === id,
      compare: () => -1,
      load: () => readRows('workspaces', query => query.eq('id', id)),
    }),
    [id],
  )
  const team = useMemo<LiveList<Member>>(
    () => ({
      topic: `workspace:${id}`,
      table: 'members',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === id,
      compare: (a, b) => (a.joined_at ?? 'z').localeCompare(b.joined_at ?? 'z') || a.id.localeCompare(b.id),
      load: () => readRows('members', query => query.eq('workspace_id', id).order('joined_at')),
    }),
    [id],
  )
  const { rows: currentRows } = useLiveRows(own)
  useMemberships(personId)
  const members = useLiveRows(team)
  const workspace = currentRows[0] ?? workspaces.find(known => known.id === id)
  const me = members.rows.find(member => member.person_id === personId)
  const ready = workspace && members.status === 'ready'

  const state = useMemo<WorkspaceState>(() => {
    const role: Role = me?.role === 'admin' ? 'admin' : 'member'
    const retry = () => {
      void queries.invalidateQueries({ queryKey: ['workspaces'] })
      members.refetch()
    }
    return {
      status: ready ? 'ready' : members.status === 'failed' ? 'failed' : 'loading',
      error: members.error,
      retry,
      current: ready ? { workspace, workspaces, members: members.rows, me, role, choose } : undefined,
      lost,
    }
  }, [ready, workspace, workspaces, members, me, choose, queries, lost])
  return <WorkspaceContext value={state}>{children}</WorkspaceContext>
}

/** Refetches the workspaces when the person joins or leaves one. */
function useMemberships(personId: string): void {
  const queries = useQueryClient()
  const mine = useMemo<LiveList<Member>>(
    () => ({
      topic: `person:${personId}`,
      table: 'members',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.person_id === personId,
      compare: (a, b) => a.id.localeCompare(b.id),
      load: () => readRows('members', query => query.eq('person_id', personId)),
    }),
    [personId],
  )
  const { rows, status } = useLiveRows(mine)
  const places = status === 'ready' ? rows.map(row => row.workspace_id).join() : undefined
  const known = useRef(places)
  useEffect(() => {
    if (known.current !== undefined && places !== known.current)
      void queries.invalidateQueries({ queryKey: ['workspaces'] })
    known.current = places
  }, [queries, places])
}

export function useWorkspaceState(): WorkspaceState {
  const state = useContext(WorkspaceContext)
  if (!state) throw new Error('useWorkspaceState needs CurrentWorkspaceProvider above it')
  return state
}

/** Only below a component that has seen `status: 'ready'`. */
export function useCurrentWorkspace(): CurrentWorkspace {
  const { current } = useWorkspaceState()
  if (!current) throw new Error('useCurrentWorkspace is for screens that are shown when the workspace is there')
  return current
}

function readStoredId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export function saveWorkspaceChoice(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
