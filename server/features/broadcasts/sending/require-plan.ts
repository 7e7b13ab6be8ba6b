import { isEntitled } from '#features/usage/has-left.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Without a plan nothing starts or continues; a used-up plan only waits.
 * @throws usage.campaigns_reached
 */
export async function requirePlan(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  if (!(await isEntitled(platform, tx, workspaceId, 'campaigns'))) throw failure('usage.campaigns_reached')
}
