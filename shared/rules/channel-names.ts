type Named = { id: string; kind: string; name: string; account_id?: string | null }

const kinds: Record<string, string> = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }

/** Equal names are told apart by platform, then by the end of the account number. */
export function withDistinctNames<Channel extends Named>(channels: readonly Channel[]): Channel[] {
  const shared = (one: Named, same: (other: Named) => boolean) =>
    channels.some(other => other.id !== one.id && other.name === one.name && same(other))
  return channels.map(one => {
    if (!shared(one, () => true)) return one
    const platform = kinds[one.kind] ?? one.kind
    const end = shared(one, other => other.kind === one.kind) ? ` …${(one.account_id ?? one.id).slice(-4)}` : ''
    return { ...one, name: `${one.name} · ${platform}${end}` }
  })
}
