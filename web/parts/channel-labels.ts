type Named = { id: string; kind: string; name: string; account_id?: string | null }

const kinds: Record<string, string> = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }

/** What channels are called: two of the same name are told apart by their platform, and by the end of their account's number. */
export function channelLabels(channels: readonly Named[]): Map<string, string> {
  const shared = (one: Named, same: (other: Named) => boolean) =>
    channels.some(other => other.id !== one.id && other.name === one.name && same(other))
  return new Map(
    channels.map(one => {
      if (!shared(one, () => true)) return [one.id, one.name]
      const platform = kinds[one.kind] ?? one.kind
      const end = shared(one, other => other.kind === one.kind) ? ` …${(one.account_id ?? one.id).slice(-4)}` : ''
      return [one.id, `${one.name} (${platform}${end})`]
    }),
  )
}
