import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage } from '#web/data/language.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { withDistinctNames } from '#shared/rules/channel-names.ts'
import type { ChannelKind } from '#shared/words.ts'

/** Oldest first, with distinct names; disconnected ones are left out. */
export function useChannels(): LiveRows<Channel> {
  const { language } = useLanguage()
  const read = useStoredChannels()
  const rows = useMemo(() => withDistinctNames(read.rows, language, location.host), [read.rows, language])
  return { ...read, rows, data: read.data && rows }
}

function useStoredChannels(): LiveRows<Channel> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Channel>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'channels',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id && row.status !== 'disconnected',
      compare: (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
      load: () =>
        readRows('channels', query =>
          query.eq('workspace_id', workspace.id).neq('status', 'disconnected').order('created_at'),
        ),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}

/** A disconnected channel, too, is told apart from the others. */
export function useChannelName(channel: Channel | null | undefined): string | undefined {
  const { language } = useLanguage()
  const { rows } = useStoredChannels()
  if (!channel) return undefined
  const all = rows.some(({ id }) => id === channel.id) ? rows : [...rows, channel]
  return withDistinctNames(all, language, location.host).find(({ id }) => id === channel.id)?.name
}

/** Which channel it is, where the shop has several of that kind. */
export function useChannelNamer(): (one: { channel_id: string; source: ChannelKind }) => string | undefined {
  const connected = useChannels().rows.filter(isConnected)
  return one =>
    connected.some(other => other.kind === one.source && other.id !== one.channel_id)
      ? connected.find(channel => channel.id === one.channel_id)?.name
      : undefined
}

/** Paused by the platform counts as connected. */
export function isConnected(channel: Channel): boolean {
  return channel.status === 'connected' || channel.status === 'paused'
}

/** When each page last loaded the chat: host → time. */
export function seenOn(channel: Channel): Record<string, string> {
  const { health } = channel
  const seen = health && typeof health === 'object' && 'seen' in health ? health['seen'] : undefined
  if (!seen || typeof seen !== 'object') return {}
  return Object.fromEntries(Object.entries(seen).flatMap(([host, at]) => (typeof at === 'string' ? [[host, at]] : [])))
}

/** When any page loaded the chat or a visitor wrote. */
export function lastSeen(channel: Channel): string | null {
  const times = [...Object.values(seenOn(channel)), ...(channel.last_in_at ? [channel.last_in_at] : [])]
  return times.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null
}
