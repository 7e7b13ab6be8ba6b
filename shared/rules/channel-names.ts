import type { Language } from '../words.ts'

type Named = { id: string; kind: string; name: string; account_id?: string | null; hosted?: boolean }

const kinds: Record<string, string> = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }
const hostedPage: Record<Language, string> = { vi: 'Trang chat', en: 'Chat page' }

/** Equal names are told apart by platform, then by the end of the account number. */
export function withDistinctNames<Channel extends Named>(channels: readonly Channel[], language: Language): Channel[] {
  const shared = (one: Named, same: (other: Named) => boolean) =>
    channels.some(other => other.id !== one.id && other.name === one.name && same(other))
  const platformOf = ({ kind, hosted }: Named) => (hosted ? hostedPage[language] : (kinds[kind] ?? kind))
  return channels.map(one => {
    if (!shared(one, () => true)) return one
    const platform = platformOf(one)
    const end = shared(one, other => platformOf(other) === platform) ? ` …${(one.account_id ?? one.id).slice(-4)}` : ''
    return { ...one, name: `${one.name} · ${platform}${end}` }
  })
}
