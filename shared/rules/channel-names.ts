import type { Language } from '../words.ts'
import { readableDomain } from './website/readable-domain.ts'

type Named = {
  id: string
  kind: string
  name: string
  account_id?: string | null
  hosted?: boolean
  place?: string | null
}

const kinds: Record<string, string> = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }
const hostedPage: Record<Language, string> = { vi: 'Trang chat', en: 'Chat page' }

/**
 * A website is named by its domain, the hosted page by its link on `host`: their own name is the shop's.
 * Equal names are told apart by platform, then by the end of the account number.
 */
export function withDistinctNames<Channel extends Named>(
  channels: readonly Channel[],
  language: Language,
  host: string,
): Channel[] {
  const named = channels.map(one => (one.place ? { ...one, name: placeName(one.place, host) } : one))
  const shared = (one: Named, same: (other: Named) => boolean) =>
    named.some(other => other.id !== one.id && other.name === one.name && same(other))
  const platformOf = ({ kind, hosted }: Named) => (hosted ? hostedPage[language] : (kinds[kind] ?? kind))
  return named.map(one => {
    if (!shared(one, () => true)) return one
    const platform = platformOf(one)
    const end = shared(one, other => platformOf(other) === platform) ? ` …${(one.account_id ?? one.id).slice(-4)}` : ''
    return { ...one, name: `${one.name} · ${platform}${end}` }
  })
}

function placeName(place: string, host: string): string {
  return place.startsWith('/') ? `${host}${place}` : readableDomain(place)
}
