import type { Platform } from '#platform/platform.ts'
import type { Channel, Profile } from '../../channel.ts'
import { callGraph, GraphError } from '../graph.ts'
import { readPageToken } from '../connection/page-token.ts'
import { webAddress } from './read-attachments.ts'
import { asText } from '../shapes.ts'

/** Asking again would not help: the placeholder stays. */
const noName = new Set(['facebook.profile_missing', 'facebook.recipient_unreachable', 'facebook.permission_missing'])

/**
 * Only for people who wrote to the page.
 * @throws GraphError: retried later
 */
export async function fetchProfile(platform: Platform, channel: Channel, userId: string): Promise<Profile | null> {
  const token = await readPageToken(platform, channel)
  if (!token) return null
  const query = { fields: 'first_name,last_name,profile_pic' }
  const result = await callGraph(platform, { path: encodeURIComponent(userId), query, token })
  if (result.outcome === 'refused' && (noName.has(result.refusal.code) || result.refusal.class === 'permanent'))
    return null
  if (result.outcome === 'refused') throw new GraphError(result.refusal)
  if (result.outcome === 'nothing') throw new Error('The profile could not be read.')
  const { body } = result
  const name = [asText(body['first_name']), asText(body['last_name'])].filter(Boolean).join(' ').trim()
  return { name: name.slice(0, 200) || undefined, avatarUrl: webAddress(body['profile_pic']) }
}

export function placeholderName(userId: string): string {
  return `Khách Facebook ·${userId.slice(-4)}`
}
