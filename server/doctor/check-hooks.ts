import { hookFacts, quietChannels } from '#features/channels/hooks/hook-facts.ts'
import type { Platform } from '#platform/platform.ts'
import type { HealthFact } from '#shared/contracts/operator.results.ts'
import { hookWords } from '#shared/texts/operator/installation-texts.ts'
import { installationEn } from '#shared/texts/operator/installation.en.ts'
import { fillPlaces } from '#shared/texts/fill-places.ts'
import type { Finding } from './finding.ts'

const maxChannels = 20
const names: Record<string, string> = { facebook: 'Messenger', zalo: 'Zalo' }
const at = (time: Date | string | null) => (time ? new Date(time).toISOString() : 'never')

/** Asks the operator's own PUBLIC_URL alone. */
export async function checkHooks(platform: Platform): Promise<Finding[]> {
  const [facts, channels] = await Promise.all([hookFacts(platform, true), quietChannels(platform, maxChannels)])
  return [
    ...facts.map(hookFinding),
    ...channels.map(({ kind, name, lastEvent, checked, errors }): Finding => ({
      ...{ name: `${names[kind] ?? kind} “${name}”`, state: errors.length > 0 ? 'look' : 'ok' },
      text: `last heard of a customer: ${at(lastEvent)}; last checked: ${at(checked)}${errors.length > 0 ? ` (${errors.join(', ')})` : ''}`,
      advice: 'Its admins see on Connect what to do.',
    })),
  ]
}

export function hookFinding(fact: HealthFact): Finding {
  const name = names[fact.text ?? ''] ?? ''
  const values = { name, seen: fact.hook?.seen ?? '', time: fact.at ?? '' }
  const lines = hookWords(installationEn, fact).map(words =>
    fillPlaces(words.replace('{time} ({ago})', '{time}'), values),
  )
  return { name: `${name} webhook`, state: fact.state, text: lines.join(' ') }
}
