import { saveIdentitySecrets } from '#features/channels/website/website-identity.ts'
import { saveMarkKeys } from '#features/customers/rights/forgotten-marks.ts'
import type { Platform } from '#platform/platform.ts'
import { saveLastingKeys } from '#platform/secrets/lasting-keys.ts'

/** What was derived from JWT_SECRET and must outlive it, stored while that secret still yields it. */
export async function saveLasting(platform: Platform): Promise<void> {
  await saveLastingKeys(platform)
  await saveMarkKeys(platform)
  await saveIdentitySecrets(platform)
}
