import type { Platform } from '#platform/platform.ts'
import type { Channel, Profile } from '../../channel.ts'
import { callZalo, dataOf } from '../call-zalo.ts'
import { fieldsOf, textOf } from '../../hooks/exact-json.ts'
import { compact, webAddress } from './read-attachments.ts'
import { meaningOf } from '../zalo-answers.ts'

/** @throws Error if Zalo is unavailable: retry later */
export async function fetchProfile(platform: Platform, channel: Channel, userId: string): Promise<Profile | null> {
  const answer = await callZalo(platform, channel, { path: '/v3.0/oa/user/detail', data: { user_id: userId } })
  if (answer.is === 'refused') {
    const kind = meaningOf(answer.error).class
    if (kind === 'recipient_unreachable' || kind === 'permanent') return null
  }
  const data = dataOf(answer)
  if (!data) throw new Error(`Zalo told nothing about a customer: ${'detail' in answer ? answer.detail : answer.is}`)
  const avatars = fieldsOf(data['avatars']) ?? {}
  const follows = data['user_is_follower']
  return compact({
    name: textOf(data['display_name'])?.trim() || undefined,
    avatarUrl: webAddress(avatars['240']) ?? webAddress(avatars['120']) ?? webAddress(data['avatar']),
    fields: typeof follows === 'boolean' ? { follower: follows } : {},
  })
}

export function placeholderName(userId: string): string {
  return `Khách Zalo ·${userId.slice(-4)}`
}
