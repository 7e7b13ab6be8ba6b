import { readSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { type Channel, channelSecret } from '../../channel.ts'

/** Never log it or send it to a browser. */
export function readPageToken(platform: Platform, channel: Channel): Promise<string | undefined> {
  return platform.db.asService(channel.workspaceId, tx => readSecret(platform, tx, channelSecret(channel, 'token')))
}
